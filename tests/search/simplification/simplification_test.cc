#include "search/simplification/simplification.h"

#include <gtest/gtest.h>

#include "tests/search/machine.h"
#include "tests/search/spaces.h"

namespace fstune::search {
namespace {

using knowledge::Configuration;

Space space_of_three() {
    std::vector<knowledge::Parameter> parameters;
    for (const auto* name : {"a", "b", "c"})
        parameters.push_back(
            test::parameter("ext4", name, knowledge::LevelsDomain{{1, 2}}, std::int64_t{1}));
    return Space({"ext4"}, parameters);
}

const Configuration defaults{"ext4", {}};
const Configuration winner{
    "ext4",
    {{"ext4.a", std::int64_t{2}}, {"ext4.b", std::int64_t{2}}, {"ext4.c", std::int64_t{2}}}};

test::Machine machine_of(double a, double b, double c, double noise = 0.01) {
    test::Machine machine;
    machine.noise = noise;
    machine.truth = [=](const Configuration& configuration) {
        double value = 1000;
        if (configuration.values.contains("ext4.a")) value *= 1 + a;
        if (configuration.values.contains("ext4.b")) value *= 1 + b;
        if (configuration.values.contains("ext4.c")) value *= 1 + c;
        return value;
    };
    return machine;
}

Simplified simplified(test::Machine machine, int budget = 80,
                      const std::map<std::string, double>& support = {}) {
    const Space space = space_of_three();
    Simplification phase(
        space, {.winner = winner, .best_default = defaults, .confirmed = {}, .support = support});
    machine.drive(phase, budget);
    return phase.result();
}

TEST(Simplification, DropsWhatMakesNoDifference) {
    const auto result = simplified(machine_of(0.2, 0, 0));
    EXPECT_EQ(result.recommended, (Configuration{"ext4", {{"ext4.a", std::int64_t{2}}}}));
    ASSERT_EQ(result.shares.size(), 3U);
    EXPECT_TRUE(result.shares[0].kept);
    EXPECT_FALSE(result.shares[1].kept);
    EXPECT_NEAR(result.shares[0].gain->estimate, 0.2, 0.03);
    ASSERT_TRUE(result.over_best_default);
    EXPECT_NEAR(result.over_best_default->estimate, 0.2, 0.03);
}

TEST(Simplification, KeepsEverythingThatMatters) {
    const auto result = simplified(machine_of(0.2, 0.1, 0.1));
    EXPECT_EQ(result.recommended, winner);
    for (const auto& share : result.shares) EXPECT_TRUE(share.kept);
    EXPECT_FALSE(result.value);
}

// Two that do the same thing: each alone can go, both together cannot.
TEST(Simplification, WhatOnlyTogetherMattersComesBack) {
    auto machine = machine_of(0, 0, 0.05);
    machine.truth = [](const Configuration& c) {
        const bool either = c.values.contains("ext4.a") || c.values.contains("ext4.b");
        return 1000 * (either ? 1.3 : 1.0) * (c.values.contains("ext4.c") ? 1.05 : 1.0);
    };
    const auto result = simplified(machine);
    EXPECT_TRUE(result.recommended.values.contains("ext4.a") ||
                result.recommended.values.contains("ext4.b"));
}

TEST(Simplification, AParameterThatIsAloneHasTheWholeGain) {
    const Space space = space_of_three();
    const Configuration one{"ext4", {{"ext4.a", std::int64_t{2}}}};
    Simplification phase(space, {.winner = one,
                                 .best_default = defaults,
                                 .confirmed = {.estimate = 0.1, .low = 0.05, .high = 0.15}});
    EXPECT_FALSE(phase.ask(100));
    const auto result = phase.result();
    EXPECT_EQ(result.recommended, one);
    ASSERT_EQ(result.shares.size(), 1U);
    EXPECT_EQ(result.shares[0].gain->estimate, 0.1);
}

TEST(Simplification, WhatCannotBePutBackIsKept) {
    auto machine = machine_of(0.2, 0, 0);
    machine.fails = [](const Configuration& c) { return !c.values.contains("ext4.c"); };
    const auto result = simplified(machine);
    EXPECT_TRUE(result.recommended.values.contains("ext4.c"));
}

TEST(Simplification, WhatHasNoSupportGoesAtOnceInASmallBudget) {
    const std::map<std::string, double> right = {{"ext4.a", 0.2}, {"ext4.b", 0}, {"ext4.c", -0.1}};
    const auto result = simplified(machine_of(0.2, 0, 0), 18, right);
    EXPECT_EQ(result.recommended, (Configuration{"ext4", {{"ext4.a", std::int64_t{2}}}}));
    ASSERT_TRUE(result.over_best_default);
    EXPECT_NEAR(result.over_best_default->estimate, 0.2, 0.03);
    ASSERT_TRUE(result.shares[0].gain);
    EXPECT_NEAR(result.shares[0].gain->estimate, 0.2, 0.03);
    EXPECT_FALSE(result.shares[1].gain);
    EXPECT_FALSE(result.shares[1].kept);
}

// What the search believed decides nothing: a group that matters comes back.
TEST(Simplification, WrongSupportDropsNothingThatMatters) {
    const std::map<std::string, double> wrong = {{"ext4.a", -1}, {"ext4.b", 1}, {"ext4.c", 0}};
    for (const int budget : {9, 18, 40, 120}) {
        const auto result = simplified(machine_of(0.2, 0, 0), budget, wrong);
        EXPECT_TRUE(result.recommended.values.contains("ext4.a")) << budget;
    }
    const auto enough = simplified(machine_of(0.2, 0, 0), 120, wrong);
    EXPECT_EQ(enough.recommended, (Configuration{"ext4", {{"ext4.a", std::int64_t{2}}}}));
}

TEST(Simplification, ALossOfMoreThanHalfTheSmallestGainIsNotAccepted) {
    const std::map<std::string, double> support = {{"ext4.a", 1}, {"ext4.b", 0}, {"ext4.c", 0}};
    const auto result = simplified(machine_of(0.2, 0.015, 0, 0.001), 18, support);
    EXPECT_TRUE(result.recommended.values.contains("ext4.b"));
}

TEST(Simplification, KeepsToTheBudget) {
    const Space space = space_of_three();
    auto machine = machine_of(0.2, 0, 0);
    Simplification phase(space, {.winner = winner, .best_default = defaults, .confirmed = {}});
    EXPECT_LE(machine.drive(phase, 50), 50);
}

}  // namespace
}  // namespace fstune::search
