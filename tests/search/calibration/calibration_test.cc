#include "search/calibration/calibration.h"

#include <gtest/gtest.h>

#include <cmath>

#include "search/calibration/plan.h"
#include "tests/search/machine.h"

namespace fstune::search {
namespace {

using knowledge::Configuration;

CalibrationSettings two_filesystems() {
    return {.controls = {{"ext4", {}}, {"xfs", {}}}, .least_blocks = 3, .most_blocks = 40};
}

double truth(const Configuration& c) { return c.filesystem == "xfs" ? 1100 : 1000; }

TEST(Calibration, FindsTheNoiseAndTheBestDefault) {
    test::Machine machine{.truth = truth, .noise = 0.04};
    Calibration calibration(two_filesystems());
    EXPECT_EQ(machine.drive(calibration, 1000), 80);
    const auto figures = calibration.figures();
    EXPECT_NEAR(figures.noise, 0.04, 0.01);
    EXPECT_EQ(figures.best_default.filesystem, "xfs");
    EXPECT_FALSE(figures.drift.found);
}

TEST(Calibration, DriftIsFoundAndIsNotNoise) {
    test::Machine machine{.truth = truth, .noise = 0.01};
    machine.drift = [](int made) { return 1 + 0.005 * made; };
    Calibration calibration(two_filesystems());
    machine.drive(calibration, 1000);
    const auto figures = calibration.figures();
    EXPECT_TRUE(figures.drift.found);
    EXPECT_GT(figures.drift.per_block, 0.003);
    EXPECT_NEAR(figures.noise, 0.013, 0.006);
}

TEST(Calibration, ADefaultThatCannotBeMadeIsAskedOnce) {
    test::Machine machine{.truth = truth};
    machine.fails = [](const Configuration& c) { return c.filesystem == "xfs"; };
    auto settings = two_filesystems();
    settings.most_blocks = 5;
    Calibration calibration(settings);
    EXPECT_EQ(machine.drive(calibration, 1000), 6);
    EXPECT_EQ(calibration.figures().best_default.filesystem, "ext4");
    EXPECT_EQ(calibration.figures().filesystems[1].failures, 1);
}

TEST(Calibration, NothingCouldBeMeasured) {
    test::Machine machine{.truth = truth};
    machine.fails = [](const Configuration&) { return true; };
    Calibration calibration(two_filesystems());
    EXPECT_EQ(machine.drive(calibration, 1000), 2);
    EXPECT_TRUE(calibration.figures().best_default.filesystem.empty());
}

TEST(Calibration, MinimizePrefersTheSmaller) {
    test::Machine machine{.truth = truth};
    auto settings = two_filesystems();
    settings.direction = Direction::minimize;
    Calibration calibration(settings);
    machine.drive(calibration, 1000);
    EXPECT_EQ(calibration.figures().best_default.filesystem, "ext4");
}

TEST(Plan, MoreBudgetSeesLess) {
    PlanInput input{.noise = 0.03, .budget_seconds = 600, .seconds_a_trial = 5};
    const Plan small = plan(input);
    EXPECT_EQ(small.trials, 120);
    EXPECT_EQ(small.confirm_blocks, 15);
    input.budget_seconds = 6000;
    const Plan large = plan(input);
    EXPECT_LT(large.smallest_gain, small.smallest_gain);
    EXPECT_EQ(large.seconds_for_min_gain, small.seconds_for_min_gain);
}

TEST(Plan, TheBudgetForTheMinGainShowsTheMinGain) {
    PlanInput input{.noise = 0.03, .seconds_a_trial = 2, .min_gain = 0.02};
    input.budget_seconds = plan(input).seconds_for_min_gain + 1;
    EXPECT_LE(plan(input).smallest_gain, 0.0201);
    input.budget_seconds *= 0.9;
    EXPECT_GT(plan(input).smallest_gain, 0.0201);
}

TEST(Plan, TooShortABudgetSeesNothing) {
    EXPECT_TRUE(std::isinf(plan({.budget_seconds = 10, .seconds_a_trial = 5}).smallest_gain));
}

}  // namespace
}  // namespace fstune::search
