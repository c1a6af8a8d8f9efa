#include "tuner/goals/goals.h"

#include <gtest/gtest.h>

#include "probes/workloads/workloads.h"

namespace fstune::tuner {
namespace {

// The table of goals says of each workload what the workload itself says.
TEST(Goals, AgreeWithTheirWorkloads) {
    for (const auto& goal : goals()) {
        const auto workload = probes::make_workload(goal.workload);
        ASSERT_TRUE(workload) << goal.name;
        if (goal.beside) continue;  // tests/tuner/goals/guarded_workload_test.cc
        const auto metric = (*workload)->metric();
        EXPECT_EQ(metric.name, goal.metric) << goal.name;
        EXPECT_EQ(metric.unit, goal.unit) << goal.name;
        EXPECT_EQ(metric.higher_is_better, goal.direction == search::Direction::maximize)
            << goal.name;
    }
}

TEST(Goals, AnUnknownGoalNamesThoseThereAre) {
    const auto goal = find_goal("seq-raed");
    ASSERT_FALSE(goal);
    EXPECT_EQ(goal.error().code, ErrorCode::usage);
    EXPECT_NE(goal.error().message.find("seq-read"), std::string::npos);
}

}  // namespace
}  // namespace fstune::tuner
