#include "search/pareto/candidates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fstune::search {
namespace {

using knowledge::Configuration;

Configuration numbered(std::int64_t number) {
    return {.filesystem = "xfs", .values = {{"xfs.log", number}}};
}

struct Record {
    void add(const Configuration& configuration, double one, double other, int times = 3) {
        for (int i = 0; i < times; ++i) {
            const double luck = (i % 2 == 0 ? 1.02 : 0.98);
            record.add(configuration, {std::log(one * luck), std::log(other * luck)});
        }
    }
    bool chosen(const Configuration& configuration, std::size_t most = 4) const {
        const auto all = record.candidates(recommended, 0.02, most);
        return std::ranges::find(all, configuration) != all.end();
    }

    GoalRecord record{2};
    Configuration recommended = numbered(1);
};

TEST(FrontCandidates, AreTheEndsAndNeverTheRecommended) {
    Record record;
    record.add(record.recommended, 100, 100);
    record.add(numbered(2), 150, 70);
    record.add(numbered(3), 70, 150);
    record.add(numbered(4), 90, 90);
    EXPECT_TRUE(record.chosen(numbered(2)));
    EXPECT_TRUE(record.chosen(numbered(3)));
    EXPECT_FALSE(record.chosen(numbered(4)));
    EXPECT_FALSE(record.chosen(record.recommended));
    EXPECT_EQ(record.record.candidates(record.recommended, 0.02, 1).size(), 1U);
}

TEST(FrontCandidates, NothingBetterIsNothingToWeigh) {
    Record record;
    record.add(record.recommended, 100, 100);
    record.add(numbered(2), 100, 99);
    EXPECT_TRUE(record.record.candidates(record.recommended, 0.02, 4).empty());
}

// Two equals but for the number of trials: the one that was lucky once comes second.
TEST(FrontCandidates, ASingleLuckyRunCountsLess) {
    Record record;
    record.add(record.recommended, 100, 100);
    record.add(numbered(2), 120, 80, 6);
    record.add(numbered(3), 118, 80, 1);  // its one draw was high: 120.4
    EXPECT_TRUE(record.chosen(numbered(2), 1));
    EXPECT_FALSE(record.chosen(numbered(3), 1));
}

TEST(FrontCandidates, WhatFailedOnceIsOut) {
    Record record;
    record.add(record.recommended, 100, 100);
    record.add(numbered(2), 150, 70);
    record.record.add_failure(numbered(2));
    EXPECT_FALSE(record.chosen(numbered(2)));
}

// Of two that are alike in one goal, the one that loses less in the other.
TEST(FrontCandidates, AnEndIsNotBoughtDearerThanItNeeds) {
    Record record;
    record.add(record.recommended, 100, 100);
    record.add(numbered(2), 150, 40);
    record.add(numbered(3), 150, 80);
    EXPECT_TRUE(record.chosen(numbered(3), 1));
}

}  // namespace
}  // namespace fstune::search
