#include "tuner/study/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "probes/meters/above_ceiling.h"
#include "probes/meters/warnings.h"
#include "search/calibration/calibration.h"
#include "search/calibration/plan.h"
#include "search/confirmation/confirmation.h"
#include "search/pareto/weighing.h"
#include "search/simplification/simplification.h"
#include "tuner/goals/several_goals.h"
#include "tuner/study/goal_weighing.h"
#include "tuner/study/guard_keeping.h"
#include "tuner/study/remembered.h"
#include "tuner/study/searched.h"
#include "tuner/study/strategy_phase.h"

namespace fstune::tuner {

using knowledge::Configuration;
using knowledge::Phase;

namespace {

constexpr std::int64_t finalists_at_most = 3;
constexpr std::int64_t confirm_blocks = 4, simplify_blocks = 3;  // fewer decide nothing

BudgetLimits limits_of(const StudyPlan& plan) {
    auto limits = plan.budget;
    limits.several_goals = !plan.goal.parts.empty();
    return limits;
}

class StudyRun {
  public:
    StudyRun(const StudyPlan& plan, const LoopSeams& seams, const MeasureCeiling& measure_ceiling)
        : plan_(plan),
          seams_(seams),
          measure_ceiling_(measure_ceiling),
          loop_(seams, limits_of(plan), plan.seed, plan.goal.direction),
          importance_(plan.space),
          guards_(seams.store, plan.guards, plan.confidence),
          weighing_(seams.store, plan.goal.parts, {plan.confidence, plan.min_gain}) {}

    Result<Conclusion> run();

  private:
    void set_probe_length(double overhead);
    Result<void> calibrate();
    Result<void> measure_ceilings();
    Figure ceiling_of(const Goal& goal, const std::string& name);
    std::optional<Ceiling> reached(const Goal& goal, double value);
    Result<void> search();
    Result<void> choose_finalists(const search::Strategy& strategy);
    bool promising(const Configuration& candidate) const;
    bool maximize() const { return plan_.goal.direction == search::Direction::maximize; }
    Result<void> confirm();
    void judge_without_finalists();
    Result<bool> affordable_to_simplify();
    Result<void> simplify();
    Result<void> weigh();
    Result<void> finish();

    Result<void> drive(Phase phase, search::PhaseDriver& driver);
    std::vector<Configuration> defaults() const;
    std::vector<Configuration> controls() const;
    std::string all_failed() const;

    const StudyPlan& plan_;
    LoopSeams seams_;
    const MeasureCeiling& measure_ceiling_;
    TrialLoop loop_;
    search::Importance importance_;
    GuardKeeping guards_;
    GoalWeighing weighing_;
    std::vector<Configuration> finalists_;
    std::map<std::string, double> ceilings_;  // by goal
    Conclusion conclusion_;
};

Result<Conclusion> StudyRun::run() {
    for (const auto& warning : plan_.warnings) seams_.observer.warning(warning);
    using Stage = Result<void> (StudyRun::*)();
    for (const Stage stage :
         {&StudyRun::calibrate, &StudyRun::measure_ceilings, &StudyRun::search, &StudyRun::confirm,
          &StudyRun::simplify, &StudyRun::weigh, &StudyRun::finish}) {
        if (auto done = (this->*stage)(); !done) return tl::unexpected(done.error());
    }
    return conclusion_;
}

Result<void> StudyRun::drive(Phase phase, search::PhaseDriver& driver) {
    seams_.observer.stage(knowledge::to_text(phase));
    return loop_.drive(phase, driver);
}

std::vector<Configuration> StudyRun::defaults() const {
    std::vector<Configuration> all;
    for (const auto& name : plan_.space.filesystems()) all.push_back(plan_.space.default_of(name));
    return all;
}

void StudyRun::set_probe_length(double overhead) {
    const std::chrono::duration<double> seconds(
        probe_length(plan_.budget.seconds, overhead, workloads_of(plan_.goal)));
    loop_.set_probe_length(std::chrono::duration_cast<std::chrono::nanoseconds>(seconds));
}

Result<void> StudyRun::calibrate() {
    set_probe_length(0);
    search::Calibration calibration(
        {.controls = defaults(), .direction = plan_.goal.direction, .seed = plan_.seed});
    if (auto driven = drive(Phase::calibrate, calibration); !driven) return driven;
    conclusion_.noise = calibration.figures();
    if (conclusion_.noise.best_default.filesystem.empty())
        return fail(ErrorCode::failed, all_failed());
    set_probe_length(loop_.overhead());
    return {};
}

std::string StudyRun::all_failed() const {
    std::set<std::string> reasons;
    for (const auto& trial : loop_.tally().calibration()) {
        if (const auto* failure = trial.failure())
            reasons.insert(fmt::format("{}: {}: {}", trial.configuration.filesystem,
                                       knowledge::to_text(failure->kind), failure->reason));
    }
    std::string text = "no filesystem could be measured with its defaults";
    for (const auto& reason : reasons) text += "; " + reason;
    return text;
}

Result<void> StudyRun::measure_ceilings() {
    const auto& parts = plan_.goal.parts;
    const std::vector<Goal> goals = parts.empty() ? std::vector{plan_.goal} : parts;
    for (const auto& goal : goals) {
        const auto ceiling = ceiling_of(goal, parts.empty() ? "ceiling" : "ceiling " + goal.name);
        if (!ceiling) return tl::unexpected(ceiling.error());
        if (*ceiling) ceilings_[goal.name] = **ceiling;
    }
    return {};
}

Figure StudyRun::ceiling_of(const Goal& goal, const std::string& name) {
    return remembered(seams_.store, name, [&]() -> Figure {
        seams_.observer.stage(name);
        const auto workloads = static_cast<std::int64_t>(workloads_of(plan_.goal));
        auto measured = measure_ceiling_(goal, loop_.probe_length() / workloads);
        if (measured || measured.error().code == ErrorCode::interrupted) return measured;
        seams_.observer.warning("the raw device could not be measured: " +
                                measured.error().message);
        return std::nullopt;
    });
}

Result<void> StudyRun::search() {
    const auto expected = remembered(seams_.store, "search trials", [&]() -> Figure {
        return static_cast<double>(std::max<std::int64_t>(1, loop_.budget().left(Phase::search)));
    });
    if (!expected) return tl::unexpected(expected.error());
    auto strategy =
        search::make_strategy(plan_.strategy, plan_.space,
                              {.seed = plan_.seed,
                               .direction = plan_.goal.direction,
                               .budget = static_cast<std::int64_t>(expected->value_or(1)),
                               .starting_points = plan_.starting_points});
    if (!strategy) return tl::unexpected(strategy.error());
    for (const auto& trial : loop_.tally().calibration()) (*strategy)->tell(trial);
    StrategyPhase phase(plan_.space, **strategy, importance_);
    if (auto driven = drive(Phase::search, phase); !driven) return driven;
    return choose_finalists(**strategy);
}

// No more than the budget can tell apart; their controls take part in each block too.
Result<void> StudyRun::choose_finalists(const search::Strategy& strategy) {
    const auto most = remembered(seams_.store, "finalists", [&]() -> Figure {
        const auto contestants = loop_.budget().left(Phase::confirm) / confirm_blocks;
        return static_cast<double>(std::clamp<std::int64_t>(contestants - 2, 1, finalists_at_most));
    });
    if (!most) return tl::unexpected(most.error());
    for (const auto& candidate : strategy.best(4 * finalists_at_most)) {
        if (candidate.values.empty() || !promising(candidate)) continue;
        if (static_cast<double>(finalists_.size()) < most->value_or(1))
            finalists_.push_back(candidate);
    }
    return {};
}

// Not clearly behind the best default in what was measured so far.
bool StudyRun::promising(const Configuration& candidate) const {
    const auto control = loop_.tally().mean(conclusion_.noise.best_default);
    const auto value = loop_.tally().mean(candidate);
    if (!control || !value) return false;
    const double ratio = *value / *control;
    return (maximize() ? ratio : 1 / ratio) > 1 - conclusion_.noise.noise;
}

std::vector<Configuration> StudyRun::controls() const {
    std::set<Configuration> controls = {conclusion_.noise.best_default};
    for (const auto& finalist : finalists_)
        controls.insert(plan_.space.default_of(finalist.filesystem));
    return {controls.begin(), controls.end()};
}

Result<void> StudyRun::confirm() {
    search::Confirmation confirmation({.finalists = finalists_,
                                       .controls = controls(),
                                       .direction = plan_.goal.direction,
                                       .confidence = plan_.confidence,
                                       .min_gain = plan_.min_gain,
                                       .seed = plan_.seed});
    if (auto driven = drive(Phase::confirm, confirmation); !driven) return driven;
    conclusion_.verdict = confirmation.verdict();
    if (auto guarded = guards_.confirmed(confirmation, conclusion_); !guarded) return guarded;
    if (finalists_.empty()) judge_without_finalists();
    return {};
}

// Then only the calibration tells what could have been seen.
void StudyRun::judge_without_finalists() {
    auto& verdict = conclusion_.verdict;
    const auto& noise = conclusion_.noise;
    verdict.best_default = verdict.recommended = noise.best_default;
    for (const auto& filesystem : noise.filesystems) {
        if (filesystem.filesystem != noise.best_default.filesystem) continue;
        verdict.value = filesystem.mean;
        // The pooled noise leaves out what is unstable, and these defaults may be.
        const double varies = std::max(noise.noise, filesystem.noise);
        verdict.smallest_visible_gain = std::max(
            plan_.min_gain, search::smallest_gain(varies, confirm_blocks, 1, plan_.confidence));
        if (!filesystem.unstable) continue;
        verdict.decision = search::Decision::too_noisy;
        verdict.reason =
            "the defaults themselves vary by 30 % or more from one trial to the next: find out "
            "what else uses the machine, or give a larger --budget";
    }
    if (loop_.tally().configurations() > static_cast<std::int64_t>(defaults().size())) return;
    verdict.decision = search::Decision::too_noisy;
    verdict.smallest_visible_gain = 0;  // nothing was compared
    verdict.reason = "only the defaults were measured; give a larger --budget, or more --trials";
}

// The fewest blocks of the winner, what is left of it and the controls.
Result<bool> StudyRun::affordable_to_simplify() {
    const auto& winner = conclusion_.verdict.recommended;
    const bool other = conclusion_.verdict.best_default.filesystem != winner.filesystem;
    const auto needed = winner.values.size() < 2 ? 0 : simplify_blocks * (other ? 4 : 3);
    const auto left = remembered(seams_.store, "trials left to simplify", [&]() -> Figure {
        return static_cast<double>(loop_.budget().left(Phase::simplify));
    });
    if (!left) return tl::unexpected(left.error());
    if (left->value_or(0) >= static_cast<double>(needed)) return true;
    seams_.observer.warning(
        fmt::format("too little budget to find out which of the {} changes matter: that takes {} "
                    "trials",
                    winner.values.size(), needed));
    return false;
}

Result<void> StudyRun::simplify() {
    if (!conclusion_.recommends()) return {};
    const auto affordable = affordable_to_simplify();
    if (!affordable) return tl::unexpected(affordable.error());
    if (!*affordable) return {};
    const auto& verdict = conclusion_.verdict;
    const auto support = support_in_search(seams_.store, verdict.recommended, plan_.goal.direction);
    if (!support) return tl::unexpected(support.error());
    search::Simplification simplification(
        plan_.space, {.winner = verdict.recommended,
                      .best_default = verdict.best_default,
                      .confirmed = verdict.over_own_default.value_or(search::Gain{}),
                      .direction = plan_.goal.direction,
                      .confidence = plan_.confidence,
                      .min_gain = plan_.min_gain,
                      .support = *support,
                      .seed = plan_.seed});
    if (auto driven = drive(Phase::simplify, simplification); !driven) return driven;
    conclusion_.simplified = simplification.result();
    const auto broken = guards_.simplified(conclusion_);
    if (!broken) return tl::unexpected(broken.error());
    if (!broken->empty())
        seams_.observer.warning("nothing is left out of the winner: without it the guard " +
                                *broken + " breaks");
    return {};
}

// Nothing where nothing was better for one goal, so that there is no choice to speak of.
Result<void> StudyRun::weigh() {
    if (plan_.goal.parts.empty()) return {};
    auto candidates = weighing_.candidates(conclusion_.recommended());
    if (!candidates) return tl::unexpected(candidates.error());
    if (!candidates->empty()) {
        search::Weighing weighing({.recommended = conclusion_.recommended(),
                                   .best_default = conclusion_.verdict.best_default,
                                   .candidates = *candidates,
                                   .seed = plan_.seed});
        if (auto driven = drive(Phase::weigh, weighing); !driven) return driven;
        if (auto kept = guards_.weighed(*candidates, conclusion_); !kept) return kept;
    }
    if (auto done = weighing_.conclude(*candidates, conclusion_); !done) return done;
    std::string worse;
    for (const auto& one : conclusion_.goals)
        if (one.verdict == search::Difference::worse)
            worse += (worse.empty() ? "; but worse for " : ", ") + one.goal;
    conclusion_.verdict.reason += worse;
    return {};
}

std::optional<Ceiling> StudyRun::reached(const Goal& goal, double value) {
    const auto found = ceilings_.find(goal.name);
    if (found == ceilings_.end() || !(found->second > 0) || !(value > 0)) return std::nullopt;
    const bool more = goal.direction == search::Direction::maximize;
    const Ceiling ceiling{found->second, more ? value / found->second : found->second / value};
    if (const auto text = probes::judge_ceiling(ceiling.share))
        conclusion_.warnings.push_back(
            taken_apart(probes::text(probes::Warning::above_ceiling, *text)));
    return ceiling;
}

Result<void> StudyRun::finish() {
    const auto& tally = loop_.tally();
    conclusion_.tried = {tally.by_phase(), tally.by_failure(), tally.configurations()};
    conclusion_.left_out = plan_.left_out;
    conclusion_.warnings = tally.warnings().all();
    if (const auto blocks = conclusion_.verdict.stepped_blocks; blocks > 0)
        conclusion_.warnings.push_back(speed_step(blocks));
    conclusion_.part_seconds = tally.seconds_by_part();
    conclusion_.seconds = loop_.budget().used();
    conclusion_.ceiling = reached(plan_.goal, conclusion_.value());
    for (std::size_t i = 0; i < conclusion_.goals.size(); ++i)
        conclusion_.goals[i].ceiling = reached(plan_.goal.parts[i], conclusion_.goals[i].value);
    conclusion_.importance = importance_.by_parameter();
    return {};
}

}  // namespace

Result<Conclusion> run_study(const StudyPlan& plan, const LoopSeams& seams,
                             const MeasureCeiling& measure_ceiling) {
    return StudyRun(plan, seams, measure_ceiling).run();
}

}  // namespace fstune::tuner
