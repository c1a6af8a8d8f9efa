#include "search/confirmation/confirmation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "search/confirmation/alpha.h"
#include "tests/search/machine.h"

namespace fstune::search {
namespace {

using knowledge::Configuration;
using test::tuned;

const Configuration ext4{"ext4", {}}, xfs{"xfs", {}};

ConfirmationSettings three_finalists(std::uint64_t seed) {
    return {.finalists = {tuned("ext4", 1), tuned("ext4", 2), tuned("ext4", 3)},
            .controls = {ext4},
            .seed = seed};
}

test::Machine machine_of(std::map<Configuration, double> gains, std::uint64_t seed,
                         double noise = 0.03) {
    test::Machine machine;
    machine.truth = [gains](const Configuration& c) {
        const auto found = gains.find(c);
        return 1000 * (1 + (found == gains.end() ? 0 : found->second));
    };
    machine.noise = noise;
    machine.random.seed(seed);
    return machine;
}

Verdict confirmed(ConfirmationSettings settings, test::Machine machine, int budget = 80) {
    Confirmation confirmation(std::move(settings));
    machine.drive(confirmation, budget);
    return confirmation.verdict();
}

TEST(SpentAlpha, LittleEarlyAllAtTheEnd) {
    EXPECT_NEAR(spent_alpha(0.05, 0.5), 0.0056, 1e-4);  // O'Brien and Fleming's shape
    EXPECT_NEAR(spent_alpha(0.05, 1), 0.05, 1e-9);
}

TEST(Confirmation, BlocksHoldEveryContestantOnceInChangingOrder) {
    Confirmation confirmation(three_finalists(3));
    auto machine = machine_of({}, 1);
    std::map<std::int64_t, std::vector<Configuration>> blocks;
    for (int i = 0; i < 12; ++i) {
        const auto question = confirmation.ask(80 - i);
        ASSERT_TRUE(question);
        blocks[question->block].push_back(question->proposal.configuration);
        confirmation.tell(machine.run(*question));
    }
    std::set<std::vector<Configuration>> orders;
    ASSERT_EQ(blocks.size(), 3U);
    for (auto& [block, order] : blocks) {
        orders.insert(order);
        EXPECT_EQ(std::set<Configuration>(order.begin(), order.end()).size(), 4U);
    }
    EXPECT_GT(orders.size(), 1U);
}

TEST(Confirmation, FindsAGainOfTenPercent) {
    const auto verdict = confirmed(three_finalists(1), machine_of({{tuned("ext4", 2), 0.10}}, 5));
    ASSERT_EQ(verdict.decision, Decision::recommend);
    EXPECT_EQ(verdict.recommended, tuned("ext4", 2));
    EXPECT_LT(verdict.over_best_default->low, 0.10);
    EXPECT_GT(verdict.over_best_default->high, 0.10);
    EXPECT_GT(verdict.over_best_default->low, 0);
    EXPECT_TRUE(verdict.ties.empty());
}

TEST(Confirmation, FlatKeepsTheDefaults) {
    int claims = 0;
    constexpr int runs = 400;
    for (int seed = 0; seed < runs; ++seed) {
        const auto verdict = confirmed(three_finalists(static_cast<std::uint64_t>(seed)),
                                       machine_of({}, static_cast<std::uint64_t>(seed) + 1000));
        claims += verdict.decision == Decision::recommend;
    }
    EXPECT_LE(claims, runs / 20);
}

TEST(Confirmation, KeepingTheDefaultsSaysWhatWouldHaveBeenSeen) {
    const auto verdict = confirmed(three_finalists(2), machine_of({}, 2));
    EXPECT_EQ(verdict.decision, Decision::keep_defaults);
    EXPECT_EQ(verdict.recommended, ext4);
    EXPECT_GE(verdict.smallest_visible_gain, 0.02);
    EXPECT_LT(verdict.smallest_visible_gain, 0.10);
    EXPECT_FALSE(verdict.over_best_default);
}

TEST(Confirmation, DriftOfTheMachineIsNoGainAndHidesNone) {
    auto drifting = machine_of({{tuned("ext4", 1), 0.08}}, 7, 0.01);
    drifting.drift = [](int made) { return made < 30 ? 0.9 : 1.1; };
    const auto verdict = confirmed(three_finalists(4), drifting);
    ASSERT_EQ(verdict.decision, Decision::recommend);
    EXPECT_EQ(verdict.recommended, tuned("ext4", 1));
    EXPECT_NEAR(verdict.over_best_default->estimate, 0.08, 0.03);
}

// Else the one block would be worth more than all others.
TEST(Confirmation, ABlockInWhichTheMachineChangedDoesNotCount) {
    auto stepping = machine_of({{tuned("ext4", 1), 0.08}}, 7, 0.01);
    stepping.drift = [](int made) { return made <= 18 ? 1 : 0.6; };
    const auto verdict = confirmed(three_finalists(4), stepping);
    EXPECT_EQ(verdict.stepped_blocks, 1U);
    ASSERT_EQ(verdict.decision, Decision::recommend);
    EXPECT_NEAR(verdict.over_best_default->estimate, 0.08, 0.015);
    for (const auto& finalist : verdict.finalists) EXPECT_LE(finalist.blocks, verdict.blocks);
}

TEST(Confirmation, GainsUnderTheMinGainAreNotWorthHaving) {
    auto settings = three_finalists(1);
    settings.min_gain = 0.05;
    const auto verdict = confirmed(settings, machine_of({{tuned("ext4", 2), 0.03}}, 5, 0.001));
    EXPECT_EQ(verdict.decision, Decision::keep_defaults);
}

TEST(Confirmation, TheUnstableIsNeverRecommended) {
    auto machine = machine_of({{tuned("ext4", 1), 0.05}}, 3, 0.005);
    int turn = 0;
    machine.truth = [&turn](const Configuration& c) {
        if (c == tuned("ext4", 3)) return ++turn % 2 == 0 ? 1900.0 : 1100.0;
        return c == tuned("ext4", 1) ? 1050.0 : 1000.0;
    };
    Confirmation confirmation(three_finalists(1));
    machine.drive(confirmation, 80);
    const auto verdict = confirmation.verdict();
    EXPECT_EQ(verdict.recommended, tuned("ext4", 1));
    EXPECT_EQ(verdict.finalists[2].standing, Standing::unstable);
}

TEST(Confirmation, WhatFailedIsNeverRecommended) {
    auto machine = machine_of({{tuned("ext4", 2), 0.5}, {tuned("ext4", 1), 0.2}}, 5);
    machine.fails = [](const Configuration& c) { return c == tuned("ext4", 2); };
    const auto verdict = confirmed(three_finalists(1), machine);
    EXPECT_EQ(verdict.recommended, tuned("ext4", 1));
    EXPECT_EQ(verdict.finalists[1].standing, Standing::failed);
}

TEST(Confirmation, TiesAreListed) {
    const auto verdict = confirmed(
        three_finalists(1), machine_of({{tuned("ext4", 1), 0.2}, {tuned("ext4", 2), 0.2}}, 11));
    ASSERT_EQ(verdict.decision, Decision::recommend);
    EXPECT_EQ(verdict.ties.size(), 1U);
    EXPECT_EQ(verdict.finalists[2].standing, Standing::not_better);
}

TEST(Confirmation, BetterThanItsOwnDefaultButNotThanTheBestOne) {
    ConfirmationSettings settings{.finalists = {tuned("ext4", 1)}, .controls = {ext4, xfs}};
    const auto verdict =
        confirmed(settings, machine_of({{tuned("ext4", 1), 0.2}, {xfs, 0.5}}, 5, 0.01));
    EXPECT_EQ(verdict.decision, Decision::keep_defaults);
    EXPECT_EQ(verdict.recommended, xfs);
    EXPECT_NEAR(verdict.finalists[0].over_own_default.estimate, 0.2, 0.05);
    EXPECT_NEAR(verdict.finalists[0].over_best_default.estimate, 0.8 - 1, 0.05);
}

TEST(Confirmation, LessTimeIsBetterWhereTheGoalSaysSo) {
    auto settings = three_finalists(1);
    settings.direction = Direction::minimize;
    const auto verdict = confirmed(
        settings, machine_of({{tuned("ext4", 2), -0.2}, {tuned("ext4", 1), 0.5}}, 5, 0.01));
    ASSERT_EQ(verdict.decision, Decision::recommend);
    EXPECT_EQ(verdict.recommended, tuned("ext4", 2));
    EXPECT_NEAR(verdict.over_best_default->estimate, 0.25, 0.03);
}

TEST(Confirmation, NoFinalistsAsksNothing) {
    Confirmation confirmation({.finalists = {ext4}, .controls = {ext4}});
    EXPECT_FALSE(confirmation.ask(100));
    EXPECT_EQ(confirmation.verdict().decision, Decision::keep_defaults);
}

TEST(Confirmation, TooNoisyToDecideIsSaid) {
    const auto verdict = confirmed(three_finalists(1), machine_of({}, 2, 0.5), 16);
    EXPECT_EQ(verdict.decision, Decision::too_noisy);
}

TEST(Confirmation, KeepsToTheBudgetButMakesTheLeast) {
    auto machine = machine_of({}, 2);
    Confirmation none(three_finalists(1));
    EXPECT_EQ(machine.drive(none, 0), 8);
    Confirmation some(three_finalists(1));
    EXPECT_LE(machine.drive(some, 43), 43);
}

TEST(Confirmation, ASmallBudgetGoesToTheFirstFinalist) {
    Confirmation confirmation(three_finalists(1));
    auto machine = machine_of({{tuned("ext4", 1), 0.2}, {tuned("ext4", 2), 0.2}}, 2);
    machine.drive(confirmation, 30);
    const auto verdict = confirmation.verdict();
    ASSERT_EQ(verdict.finalists.size(), 1U);
    EXPECT_EQ(verdict.recommended, tuned("ext4", 1));
    EXPECT_GE(verdict.blocks, 7U);
}

TEST(Confirmation, AmongTiesTheSimplestIsRecommended) {
    auto settings = three_finalists(1);
    auto complicated = tuned("ext4", 9);
    complicated.values["ext4.other"] = std::int64_t{1};
    settings.finalists = {complicated, tuned("ext4", 1)};
    int complicated_wins = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto verdict = confirmed(
            settings, machine_of({{complicated, 0.2}, {tuned("ext4", 1), 0.2}}, seed), 80);
        complicated_wins += verdict.recommended == complicated;
    }
    EXPECT_LE(complicated_wins, 3);
}

TEST(Confirmation, SameAnswersSameQuestions) {
    const auto asked = [] {
        Confirmation confirmation(three_finalists(9));
        auto machine = machine_of({{tuned("ext4", 2), 0.05}}, 4);
        std::vector<Configuration> all;
        while (const auto question = confirmation.ask(80 - static_cast<int>(all.size()))) {
            all.push_back(question->proposal.configuration);
            confirmation.tell(machine.run(*question));
        }
        return all;
    };
    EXPECT_EQ(asked(), asked());
}

}  // namespace
}  // namespace fstune::search
