#include "tuner/study/budget.h"

#include <gtest/gtest.h>

namespace fstune::tuner {
namespace {

using knowledge::Phase;

TEST(ProbeLength, IsAHundredthOfTheBudgetLessWhatATrialTakesBesides) {
    EXPECT_DOUBLE_EQ(probe_length(200, 0), 2);
    EXPECT_DOUBLE_EQ(probe_length(200, 0.5), 1.5);
}

// Else the study would only make filesystems.
TEST(ProbeLength, IsAFairShareOfATrialThatTakesLong) { EXPECT_DOUBLE_EQ(probe_length(200, 10), 4); }

TEST(ProbeLength, HasLimits) {
    EXPECT_DOUBLE_EQ(probe_length(1, 0), 0.25);
    EXPECT_DOUBLE_EQ(probe_length(86400, 0), 10);
}

// What a phase leaves, the next one has: to the last, all that is left.
TEST(Budget, LeavesEachPhaseMoreThanTheOneBefore) {
    Budget budget({.seconds = 100, .trials = {}});
    budget.set_cost(1);
    EXPECT_LT(budget.left(Phase::calibrate), budget.left(Phase::search));
    EXPECT_LT(budget.left(Phase::search), budget.left(Phase::confirm));
    EXPECT_LT(budget.left(Phase::confirm), budget.left(Phase::simplify));
    EXPECT_EQ(budget.left(Phase::simplify), 100);
    budget.set_used(60);
    EXPECT_LE(budget.left(Phase::search), 0);
    EXPECT_EQ(budget.left(Phase::simplify), 40);
}

TEST(Budget, TheSmallerOfTimeAndTrialsCounts) {
    Budget budget({.seconds = 100, .trials = 10});
    budget.set_cost(1);
    EXPECT_EQ(budget.left(Phase::simplify), 10);
    budget.add_trial(1, 1);
    EXPECT_EQ(budget.left(Phase::simplify), 9);
    budget.set_used(97);
    EXPECT_EQ(budget.left(Phase::simplify), 3);
}

}  // namespace
}  // namespace fstune::tuner
