#include "search/statistics/scaling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace fstune::search {
namespace {

constexpr double confidence = 0.95, min_gain = 0.02;

// Rounds share what the machine does meanwhile, and each value has its own noise.
std::vector<MeasuredLevel> measured(const std::vector<double>& truth, std::size_t rounds,
                                    double noise, unsigned seed, double shared = 0) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    std::vector<MeasuredLevel> levels;
    for (std::size_t i = 0; i < truth.size(); ++i) levels.push_back({static_cast<double>(i + 1)});
    for (std::size_t round = 0; round < rounds; ++round) {
        const double machine = shared * normal(random);
        for (std::size_t i = 0; i < truth.size(); ++i)
            levels[i].values.push_back(truth[i] * std::exp(machine + noise * normal(random)));
    }
    for (auto& level : levels) level.sample = sample_of(level.values);
    return levels;
}

// The published drives of one adapter pair, as if each had been measured five times at 2 %.
TEST(Scaling, ThePublishedPlateauIsFoundAtTheSameLevel) {
    const std::vector<double> ext2 = {73357, 115953, 132176, 139578, 139085, 140033};
    int right = 0;
    for (unsigned seed = 1; seed <= 100; ++seed) {
        const auto found = scaling_of(measured(ext2, 5, 0.02, seed), confidence, 0.10);
        ASSERT_TRUE(found);
        right += found->stops_at == 3;
    }
    EXPECT_GE(right, 90);
}

TEST(Scaling, AFlatLineStopsAtOnceAtTheStatedConfidence) {
    int wrong = 0;
    for (unsigned seed = 1; seed <= 400; ++seed) {
        const auto found = scaling_of(measured({100, 100, 100, 100}, 6, 0.03, seed), confidence, 0);
        wrong += found->stops_at.value_or(1) != 1;
    }
    // 5 % for both directions, of which one is asked for; 400 tries, three standard errors above.
    EXPECT_LE(wrong, 20);
}

TEST(Scaling, PerfectGrowthGoesOnToTheLastLevel) {
    const auto found = scaling_of(measured({100, 200, 300, 400}, 4, 0.02, 1), confidence, min_gain);
    EXPECT_EQ(found->stops_at, 4);
    EXPECT_EQ(found->peak_at, 4);
    EXPECT_FALSE(found->falls);
}

TEST(Scaling, FallingIsSeenBeyondTheNoiseOnly) {
    const auto falls = scaling_of(measured({100, 190, 150}, 5, 0.02, 3), confidence, min_gain);
    EXPECT_EQ(falls->stops_at, 2);
    EXPECT_TRUE(falls->falls);
    EXPECT_FALSE(scaling_of(measured({100, 190, 189.9}, 5, 0.02, 3), confidence, min_gain)->falls);
}

TEST(Scaling, WhatAllLevelsShareInARoundDoesNotHideGrowth) {
    const auto levels = measured({100, 115, 130}, 5, 0.01, 5, 0.4);
    EXPECT_EQ(scaling_of(levels, confidence, min_gain)->stops_at, 3);
    auto unpaired = levels;
    for (auto& level : unpaired) level.values.clear();
    EXPECT_FALSE(scaling_of(unpaired, confidence, min_gain)->stops_at);
}

TEST(Scaling, TooNoisyIsNotAPlateau) {
    const auto found = scaling_of(measured({100, 130, 150}, 3, 0.4, 2), confidence, min_gain);
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->stops_at);
    EXPECT_GT(found->smallest_visible, 0.25);
}

TEST(Scaling, TooFewValuesOrLevelsTellNothing) {
    EXPECT_FALSE(scaling_of(measured({100, 200}, 2, 0.01, 1), confidence, min_gain));
    EXPECT_FALSE(scaling_of(measured({100}, 5, 0.01, 1), confidence, min_gain));
    auto zero = measured({100, 200}, 5, 0.01, 1);
    zero[1].values[2] = 0;
    EXPECT_FALSE(scaling_of(zero, confidence, min_gain));
}

TEST(Scaling, SummariesAloneGiveTheSameAnswer) {
    auto levels = measured({100, 180, 182, 181}, 6, 0.01, 4);
    const auto by_rounds = scaling_of(levels, confidence, min_gain);
    for (auto& level : levels) level.values.clear();
    const auto by_summaries = scaling_of(levels, confidence, min_gain);
    EXPECT_EQ(by_rounds->stops_at, by_summaries->stops_at);
    EXPECT_EQ(by_rounds->stops_at, 2);
}

}  // namespace
}  // namespace fstune::search
