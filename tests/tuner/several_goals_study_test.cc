// Whole studies of several goals, on fakes.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/fakes/small_study.h"
#include "tuner/goals/program_goals.h"
#include "tuner/goals/several_goals.h"
#include "tuner/report/json_report.h"
#include "tuner/report/text_report.h"

namespace fstune::tuner {
namespace {

using knowledge::Configuration;
using test::SmallStudy;

struct Values {
    double read = 100, create = 100;
};

// A large log makes files faster and reads slower, many groups the other way round; both together
// are poor in both.
Values conflict(const Configuration& configuration) {
    const bool log = test::number(configuration, "xfs.log", 10) == 128;
    const bool groups = test::number(configuration, "xfs.agcount", 4) == 8;
    if (configuration.filesystem == "ext4") return {85, 85};
    if (log && groups) return {90, 90};
    return log ? Values{75, 150} : groups ? Values{150, 75} : Values{};
}

Values no_conflict(const Configuration& configuration) {
    const bool log = test::number(configuration, "xfs.log", 10) == 128;
    if (configuration.filesystem == "ext4") return {85, 85};
    return log ? Values{130, 140} : Values{};
}

// Each goal measured with noise of its own, as the workload of several goals does it.
class GoalsRunner : public probes::TrialRunner {
  public:
    GoalsRunner(test::FakeClock& clock, const Goal& goal, Values (*landscape)(const Configuration&))
        : clock_(clock), goal_(goal), landscape_(landscape) {}

    Result<knowledge::Outcome> run(const probes::TrialRequest& request) override {
        ++trials;
        if (trials == stop_at) return fail(ErrorCode::interrupted, "stopped");
        clock_.move(0.5 + std::chrono::duration<double>(request.probe_length).count());
        std::normal_distribution<double> drawn(0, noise);
        // The same noise for a trial whether or not the study was stopped before it.
        random_.seed(std::hash<std::string>{}(knowledge::to_text(request.configuration)) +
                     request.seed);
        const auto values = landscape_(request.configuration);
        knowledge::Measurement measured;
        measured.metrics[goal_metric("seq-read")] = values.read * std::exp(drawn(random_));
        measured.metrics[goal_metric("create")] = values.create * std::exp(drawn(random_));
        measured.metrics["create write_amplification"] = values.create > 120 ? 2 : 1;
        measured.metrics["seq-read write_amplification"] = 1;
        measured.goal_samples = {{"seq-read", {values.read}}, {"create", {values.create}}};
        measured.value = score(goal_.parts, measured.metrics);
        return measured;
    }

    int trials = 0, stop_at = 0;
    double noise = 0.01;

  private:
    test::FakeClock& clock_;
    const Goal& goal_;
    Values (*landscape_)(const Configuration&);
    std::mt19937_64 random_;
};

struct GoalsStudy : SmallStudy {
    explicit GoalsStudy(const std::string& goals,
                        Values (*landscape)(const Configuration&) = conflict)
        : SmallStudy({.value = test::plain}), with(clock, plan.goal, landscape) {
        plan.goal = goal_of(goals, {}).value();
        plan.budget.seconds = 600;
    }
    Result<Conclusion> run(StudyStore& in) {
        return run_study(plan, {in, with, clock, observer, stop.get_token()},
                         [](const Goal& goal, auto) -> Result<std::optional<double>> {
                             return goal.name == "create" ? 300 : 200;
                         });
    }
    Conclusion conclude() {
        auto conclusion = run(store);
        EXPECT_TRUE(conclusion) << conclusion.error().message;
        return conclusion.value();
    }
    ReportContext context() const {
        ReportContext context;
        context.goal = plan.goal;
        context.parameters = plan.space.parameters();
        return context;
    }
    GoalsRunner with;
};

const FrontEntry* best_for(const Conclusion& conclusion, double Values::*goal) {
    const auto found = std::ranges::find_if(conclusion.front, [&](const FrontEntry& one) {
        return conflict(one.configuration).*goal == 150;
    });
    return found == conclusion.front.end() ? nullptr : &*found;
}

// What makes no difference may be left beside what does: a simplification has few trials.
TEST(StudiesOfSeveralGoals, TheWeightsChooseAndTheFrontHasBothEnds) {
    for (const std::uint64_t seed : {1, 2, 3})
        for (const bool reads : {true, false}) {
            GoalsStudy study(reads ? "seq-read=0.8,create=0.2" : "seq-read=0.2,create=0.8");
            study.plan.seed = seed;
            const auto conclusion = study.conclude();
            ASSERT_TRUE(conclusion.recommends()) << conclusion.verdict.reason;
            const auto* chosen = best_for(conclusion, reads ? &Values::read : &Values::create);
            const auto* other = best_for(conclusion, reads ? &Values::create : &Values::read);
            ASSERT_TRUE(chosen != nullptr && other != nullptr) << seed;
            EXPECT_TRUE(chosen->recommended);
            EXPECT_EQ(chosen->configuration, conclusion.recommended());
            EXPECT_FALSE(other->recommended);
            EXPECT_GE(other->blocks, 4U);
            // In the order of the workloads: seq-read, create.
            ASSERT_EQ(other->goals.size(), 2U);
            const auto &gained = other->goals[reads ? 1 : 0], &lost = other->goals[reads ? 0 : 1];
            EXPECT_EQ(gained.verdict, search::Difference::better);
            EXPECT_EQ(lost.verdict, search::Difference::worse);
            EXPECT_NEAR(gained.gain->estimate, 1.0, 0.05);
            EXPECT_NEAR(lost.gain->estimate, -0.5, 0.03);
            for (const auto& one : conclusion.front) {
                EXPECT_NE(conflict(one.configuration).read, 90) << "beaten by the defaults";
                EXPECT_NE(one.configuration.filesystem, "ext4") << "beaten by the defaults";
            }
        }
}

TEST(StudiesOfSeveralGoals, NobodyIsToldBetterWhileAGoalGotWorse) {
    GoalsStudy study("seq-read=0.8,create=0.2");
    const auto conclusion = study.conclude();
    ASSERT_EQ(conclusion.goals.size(), 2U);
    EXPECT_EQ(conclusion.goals[0].verdict, search::Difference::better);
    EXPECT_EQ(conclusion.goals[1].verdict, search::Difference::worse);
    ASSERT_TRUE(conclusion.goals[1].gain);
    EXPECT_NEAR(conclusion.goals[1].gain->estimate, -0.25, 0.03);
    EXPECT_LT(conclusion.goals[1].gain->high, 0);
    EXPECT_NE(conclusion.verdict.reason.find("but worse for create"), std::string::npos);
    const auto text = text_report(conclusion, study.context());
    EXPECT_NE(text.find("create (weight 0.2): "), std::string::npos) << text;
    EXPECT_NE(text.find(": worse"), std::string::npos) << text;
    EXPECT_NE(text.find("The goals conflict"), std::string::npos) << text;
}

TEST(StudiesOfSeveralGoals, WithoutConflictTheFrontIsTheRecommendation) {
    GoalsStudy study("seq-read=0.5,create=0.5", no_conflict);
    const auto conclusion = study.conclude();
    EXPECT_EQ(no_conflict(conclusion.recommended()).read, 130);
    EXPECT_EQ(conclusion.front.size(), 1U);
    for (const auto& one : conclusion.goals)
        EXPECT_EQ(one.verdict, search::Difference::better) << one.goal;
    EXPECT_EQ(conclusion.verdict.reason.find("worse"), std::string::npos);
    const auto text = text_report(conclusion, study.context());
    EXPECT_NE(text.find("No conflict of the goals was seen"), std::string::npos) << text;
}

// Weights at which the defaults are best: the ends are still choices.
TEST(StudiesOfSeveralGoals, WhereTheDefaultsAreKeptTheEndsAreShown) {
    GoalsStudy study("seq-read=0.5,create=0.5", [](const Configuration& configuration) {
        auto values = conflict(configuration);
        if (values.read != values.create) values = {values.read * 0.9, values.create * 0.9};
        return values;
    });
    const auto conclusion = study.conclude();
    EXPECT_FALSE(conclusion.recommends()) << conclusion.verdict.reason;
    bool read = false, create = false;
    for (const auto& one : conclusion.front) {
        read = read || conflict(one.configuration).read == 150;
        create = create || conflict(one.configuration).create == 150;
    }
    EXPECT_TRUE(read && create);
    ASSERT_EQ(conclusion.goals.size(), 2U);
    EXPECT_FALSE(conclusion.goals[0].gain);
}

TEST(StudiesOfSeveralGoals, ACeilingForEachGoal) {
    GoalsStudy study("seq-read=0.8,create=0.2");
    const auto conclusion = study.conclude();
    EXPECT_FALSE(conclusion.ceiling);
    ASSERT_EQ(conclusion.goals.size(), 2U);
    ASSERT_TRUE(conclusion.goals[0].ceiling && conclusion.goals[1].ceiling);
    EXPECT_NEAR(conclusion.goals[0].ceiling->share, 150.0 / 200, 0.02);
    EXPECT_NEAR(conclusion.goals[1].ceiling->share, 75.0 / 300, 0.02);
    EXPECT_EQ(study.store.kept("ceiling create")->value(), "300");
}

// The guard is on every workload that measures it, so that none hides behind another.
TEST(StudiesOfSeveralGoals, AGuardBarsWhatBreaksItInOneWorkload) {
    GoalsStudy study("seq-read=0.2,create=0.8");
    study.plan.guards = {parse_guard("write-amplification<=+10%").value()};
    const auto conclusion = study.conclude();
    EXPECT_NE(conflict(conclusion.recommended()).create, 150);
    EXPECT_EQ(best_for(conclusion, &Values::create), nullptr);
    const auto broken = std::ranges::find_if(
        conclusion.guards, [](const GuardResult& one) { return !one.kept && one.change; });
    ASSERT_NE(broken, conclusion.guards.end());
    EXPECT_EQ(broken->guard.metric, "create write_amplification");
    const auto text = text_report(conclusion, study.context());
    EXPECT_NE(text.find("write-amplification<=+10% in create with"), std::string::npos) << text;
}

TEST(StudiesOfSeveralGoals, TheJsonHasGoalsFrontAndSamples) {
    GoalsStudy study("seq-read=0.8,create=0.2");
    const auto conclusion = study.conclude();
    std::ostringstream out;
    ASSERT_TRUE(write_json_report(out, conclusion, study.context(), {}, study.store));
    const auto report = nlohmann::json::parse(out.str());
    ASSERT_EQ(report.at("goals").size(), 2U);
    EXPECT_EQ(report.at("goals")[1].at("goal"), "create");
    EXPECT_EQ(report.at("goals")[1].at("verdict"), "worse");
    EXPECT_DOUBLE_EQ(report.at("goals")[1].at("weight"), 0.2);
    ASSERT_GE(report.at("pareto").size(), 2U);
    EXPECT_EQ(report.at("pareto")[0].at("recommended"), true);
    EXPECT_EQ(report.at("pareto")[1].at("goals").size(), 2U);
    const auto& trial = report.at("trials").back();
    EXPECT_TRUE(trial.at("goal_samples").contains("create")) << trial;
}

TEST(StudiesOfSeveralGoals, EndNearTheirBudget) {
    GoalsStudy study("seq-read=0.8,create=0.2");
    study.conclude();
    EXPECT_LT(std::chrono::duration<double>(study.clock.monotonic()).count(), 660);
}

// Stopped before the Nth trial and gone on with: the same trials and the same front.
TEST(StudiesOfSeveralGoals, GoOnAfterAStopAnywhere) {
    GoalsStudy whole("seq-read=0.8,create=0.2");
    whole.plan.budget.trials = 90;
    const auto expected = whole.conclude();
    const auto trials = *whole.store.trials(0, 100000);
    ASSERT_TRUE(expected.tried.trials.contains("weigh"));
    for (int stop_at = 2; stop_at <= static_cast<int>(trials.size()); stop_at += 8) {
        MemoryStudyStore store;
        GoalsStudy first("seq-read=0.8,create=0.2"), second("seq-read=0.8,create=0.2");
        first.plan.budget.trials = second.plan.budget.trials = 90;
        first.with.stop_at = stop_at;
        ASSERT_FALSE(first.run(store));
        const auto done = second.run(store);
        ASSERT_TRUE(done) << done.error().message << " after a stop at " << stop_at;
        ASSERT_EQ(store.trials(0, 100000)->size(), trials.size()) << stop_at;
        ASSERT_EQ(done->front.size(), expected.front.size()) << stop_at;
        for (std::size_t i = 0; i < expected.front.size(); ++i)
            EXPECT_EQ(done->front[i].configuration, expected.front[i].configuration);
    }
}

}  // namespace
}  // namespace fstune::tuner
