#include "tuner/goals/several_goals_workload.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/fakes/fake_workload.h"
#include "tuner/goals/program_goals.h"
#include "tuner/goals/several_goals.h"

namespace fstune::tuner {
namespace {

// What one of the workloads was given.
struct Call {
    std::string workload;
    bool disposable = false;
    std::chrono::nanoseconds length{};
};

class Recording : public fakes::FakeWorkload {
  public:
    Recording(std::string name, double gives, std::vector<Call>& calls)
        : name_(std::move(name)), calls_(calls) {
        value = gives;
    }
    std::string name() const override { return name_; }
    Result<probes::WorkloadResult> run(const probes::WorkloadPlace& place,
                                       const probes::WorkloadSettings& settings) override {
        calls_.push_back({name_, place.disposable, settings.length});
        auto result = FakeWorkload::run(place, settings);
        if (result) {
            result->samples = {value, value};
            result->seconds = {{"measure", 1}};
            result->metrics["write_amplification"] = 1.5;
        }
        return result;
    }

  private:
    std::string name_;
    std::vector<Call>& calls_;
};

struct Two {
    explicit Two(const std::string& text, double second_gives = 20) {
        goal = goal_of(text, {}).value();
        std::vector<SeveralGoalsWorkload::Step> steps;
        for (const auto& part : goal.parts) {
            if (!steps.empty() && steps.back().goals.front().workload == part.workload)
                steps.back().goals.push_back(part);
            else
                steps.push_back({std::make_unique<Recording>(
                                     part.workload, steps.empty() ? 100 : second_gives, calls),
                                 {part}});
        }
        workload = std::make_unique<SeveralGoalsWorkload>(goal, std::move(steps));
    }
    Result<probes::WorkloadResult> run(bool disposable = true) {
        probes::WorkloadPlace place;
        place.disposable = disposable;
        probes::WorkloadSettings settings;
        settings.length = std::chrono::seconds(4);
        return workload->run(place, settings);
    }

    Goal goal;
    std::vector<Call> calls;
    std::unique_ptr<SeveralGoalsWorkload> workload;
};

TEST(SeveralGoalsWorkload, RunsEachAndKeepsTheirValuesAndCourses) {
    Two two("seq-read=0.5,create=0.5");
    const auto result = two.run();
    ASSERT_TRUE(result) << result.error().message;
    ASSERT_EQ(two.calls.size(), 2U);
    EXPECT_EQ(two.calls[0].workload, "seq-read");
    EXPECT_EQ(two.calls[1].workload, "create");
    EXPECT_NEAR(result->value, std::sqrt(100.0 * 20), 1e-9);
    EXPECT_EQ(result->metrics.at(goal_metric("seq-read")), 100);
    EXPECT_EQ(result->metrics.at(goal_metric("create")), 20);
    EXPECT_EQ(result->metrics.at("create write_amplification"), 1.5);
    EXPECT_EQ(result->goal_samples.at("create"), (std::vector<double>{20, 20}));
    EXPECT_TRUE(result->samples.empty());  // they would be of no unit
    EXPECT_EQ(result->seconds.at("measure"), 2);
}

TEST(SeveralGoalsWorkload, OnlyTheLastMayLeaveItsFiles) {
    Two two("seq-read=0.5,create=0.5");
    ASSERT_TRUE(two.run(true));
    EXPECT_FALSE(two.calls[0].disposable);
    EXPECT_TRUE(two.calls[1].disposable);
    ASSERT_TRUE(two.run(false));
    EXPECT_FALSE(two.calls[3].disposable);
}

TEST(SeveralGoalsWorkload, ShareTheLengthOfTheProbe) {
    Two two("seq-read=0.9,create=0.1");
    ASSERT_TRUE(two.run());
    for (const auto& call : two.calls) EXPECT_EQ(call.length, std::chrono::seconds(2));
}

TEST(SeveralGoalsWorkload, OneWorkloadRunsOnceForItsGoals) {
    Two two("db=0.5,write-amplification=0.5");
    const auto result = two.run();
    ASSERT_TRUE(result);
    EXPECT_EQ(two.calls.size(), 1U);
    EXPECT_EQ(result->metrics.at(goal_metric("write-amplification")), 1.5);
    EXPECT_FALSE(result->goal_samples.contains("write-amplification"));
}

// No geometric mean has a zero in it.
TEST(SeveralGoalsWorkload, WhatIsNotAboveZeroIsAFailureThatNamesTheGoal) {
    Two two("seq-read=0.5,create=0.5", 0);
    const auto result = two.run();
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find("the goal create"), std::string::npos)
        << result.error().message;
}

TEST(SeveralGoalsWorkload, WhatWasNotMeasuredBesideIsAFailureThatNamesTheGoal) {
    Two two("seq-read=0.5,space=0.5");
    const auto result = two.run();
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find("the goal space"), std::string::npos);
}

}  // namespace
}  // namespace fstune::tuner
