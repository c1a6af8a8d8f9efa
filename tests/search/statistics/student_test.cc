#include "search/statistics/student.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fstune::search {
namespace {

TEST(Sample, MeanDeviationMedianAndRange) {
    const Sample sample = sample_of({2, 4, 4, 4, 5, 5, 7, 9});
    EXPECT_EQ(sample.n, 8U);
    EXPECT_DOUBLE_EQ(sample.mean, 5);
    EXPECT_NEAR(sample.deviation, 2.13809, 1e-5);
    EXPECT_DOUBLE_EQ(median({9, 2, 4}), 4);
    EXPECT_DOUBLE_EQ(median({9, 2, 4, 5}), 4.5);
    EXPECT_DOUBLE_EQ(relative_range({90, 100, 110}), 0.2);
}

TEST(Sample, OneValueHasNoKnownSpread) {
    EXPECT_TRUE(std::isnan(sample_of({3}).deviation));
    EXPECT_TRUE(std::isnan(sample_of({}).mean));
    EXPECT_TRUE(std::isnan(median({})));
}

// Standard tables of Student's t.
TEST(Student, QuantilesOfTheTables) {
    EXPECT_NEAR(t_quantile(0.975, 2), 4.303, 5e-4);
    EXPECT_NEAR(t_quantile(0.975, 10), 2.228, 5e-4);
    EXPECT_NEAR(t_above(2.228, 10), 0.025, 1e-4);
}

// Two kernels, dbench (2010): published as 213.119 +- 8.227 MB/s, +9.553 % +- 0.369 %, s 12.8537.
TEST(Student, PublishedSummary) {
    const Sample vanilla{20, 2230.9915, 7.2528893}, scale{20, 2444.111, 16.668256};
    const auto test = student(vanilla, scale, 0.95);
    EXPECT_NEAR(test.difference, 213.119, 1e-3);
    EXPECT_NEAR(test.interval.high - test.difference, 8.227, 1e-3);
    EXPECT_NEAR(pooled_deviation(vanilla, scale), 12.8537, 1e-4);
}

// R: t.test(c(1,2,3,4,5), c(2,4,6,8,10)).
TEST(Welch, UnequalSpread) {
    const auto test = welch(sample_of({1, 2, 3, 4, 5}), sample_of({2, 4, 6, 8, 10}), 0.95);
    EXPECT_NEAR(test.difference / test.error, 1.8974, 1e-4);
    EXPECT_NEAR(test.degrees, 5.8824, 1e-4);
    EXPECT_NEAR(test.p, 0.1075, 1e-4);
}

TEST(Student, TooFewToTellIsNeverSure) {
    const auto test = student(sample_of({1}), sample_of({2}), 0.95);
    EXPECT_EQ(test.p, 1);
    EXPECT_TRUE(std::isinf(test.interval.high));
    EXPECT_EQ(one_sample(sample_of({4}), 0.95).p, 1);
}

TEST(Student, NothingVaries) {
    EXPECT_EQ(student(sample_of({5, 5, 5}), sample_of({5, 5, 5}), 0.95).p, 1);
    EXPECT_EQ(student(sample_of({5, 5, 5}), sample_of({6, 6, 6}), 0.95).p, 0);
    EXPECT_EQ(welch(sample_of({5, 5, 5}), sample_of({6, 6, 6}), 0.95).degrees, 4);
}

// R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm").
TEST(Holm, StepsDown) {
    const auto adjusted = holm({0.01, 0.04, 0.03, 0.005});
    EXPECT_NEAR(adjusted[0], 0.03, 1e-12);
    EXPECT_NEAR(adjusted[1], 0.06, 1e-12);
    EXPECT_NEAR(adjusted[2], 0.06, 1e-12);
    EXPECT_NEAR(adjusted[3], 0.02, 1e-12);
}

TEST(Holm, WhatHasNoPIsNotCounted) {
    const auto adjusted = holm({0.04, NAN});
    EXPECT_EQ(adjusted[0], 0.04);
    EXPECT_TRUE(std::isnan(adjusted[1]));
    EXPECT_EQ(holm({0.9, 0.8})[0], 1);
}

TEST(SmallestVisible, ShrinksWithTheError) {
    EXPECT_NEAR(smallest_visible(1, 1e9, 0.05), 1.959964 + 0.841621, 1e-4);
    EXPECT_LT(smallest_visible(1, 20, 0.05), smallest_visible(1, 5, 0.05));
    EXPECT_TRUE(std::isinf(smallest_visible(1, 0, 0.05)));
}

}  // namespace
}  // namespace fstune::search
