// Published measurements: fstune concludes from the figures what the people who made them did.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tuner/compare/compare.h"
#include "tuner/compare/compare_text.h"
#include "tuner/compare/input.h"

namespace fstune::tuner {
namespace {

using search::Difference;
using testing::Contains;
using testing::HasSubstr;

CompareReport compared(const std::string& file, const CompareOptions& options = {}) {
    const auto input = read_inputs({FSTUNE_TEST_DATA "/" + file}, {});
    EXPECT_TRUE(input) << input.error().message;
    const auto report = compare(input->series, options);
    EXPECT_TRUE(report) << report.error().message;
    return *report;
}

const Comparison& find(const CompareReport& report, const std::string& phase,
                       const std::string& variant) {
    const auto found = std::ranges::find_if(report.comparisons, [&](const Comparison& one) {
        return one.phase == phase && one.variant == variant;
    });
    EXPECT_NE(found, report.comparisons.end()) << phase << ", " << variant;
    return *found;
}

double half_width(const search::Interval& interval) { return (interval.high - interval.low) / 2; }

TEST(Published, VfsScalability) {
    const auto report = compared("seeds/vfs-scale-dbench-summary.csv");
    ASSERT_EQ(report.comparisons.size(), 1U);
    const auto& sides = report.comparisons[0].sides;
    EXPECT_EQ(report.comparisons[0].baseline, "vanilla");
    EXPECT_NEAR(sides.difference, 213.119, 1e-3);
    EXPECT_NEAR(half_width(sides.main->interval), 8.227, 1e-3);
    EXPECT_NEAR(*sides.percent, 9.553, 1e-3);
    EXPECT_NEAR(half_width(*sides.percent_interval), 0.369, 1e-3);
    EXPECT_NEAR(*sides.pooled_deviation, 12.8537, 1e-4);
    EXPECT_EQ(report.verdict, "better");
}

TEST(Published, Ext3CounterMakesNoDifferenceOnceCorrected) {
    const auto report = compared("seeds/ext3-free-blocks-counter-tiobench.csv");
    ASSERT_EQ(report.comparisons.size(), 4U);
    EXPECT_EQ(report.verdict, "no-difference");
    const auto& read = find(report, "sequential-read", "percpu_counter");
    EXPECT_NEAR(read.sides.difference / read.sides.welch->error, 2.29, 5e-3);
    EXPECT_NEAR(read.p, 0.04, 5e-3);
    EXPECT_NEAR(*read.sides.percent, 2.0, 0.05);
    EXPECT_GT(read.p_adjusted, 0.05);
    for (const auto& one : report.comparisons)
        EXPECT_EQ(one.verdict, Difference::no_difference) << one.phase;
}

TEST(Published, Ext3CounterAloneLooksSignificant) {
    auto input = read_inputs({FSTUNE_TEST_DATA "/seeds/ext3-free-blocks-counter-tiobench.csv"}, {});
    std::erase_if(input->series, [](const auto& s) { return s.phase != "sequential-read"; });
    EXPECT_EQ(compare(input->series, {})->verdict, "better");
}

TEST(Published, ReiserfsLosesSeventyPercentWithManyThreads) {
    const auto report = compared("seeds/reiserfs-preallocation-tiobench.csv");
    const std::string broken = "2.4.20-pre2", mended = "2.4.20-pre2-oleg";
    EXPECT_NEAR(*find(report, "sequential-read threads=1", broken).sides.percent, -1.2, 0.05);
    for (const auto* threads : {"32", "64", "128", "256"})
        EXPECT_NEAR(
            *find(report, std::string("sequential-read threads=") + threads, broken).sides.percent,
            -68.5, 3);
    std::vector<Stretch> mine;
    for (const auto& one : report.stretches)
        if (one.phase == "sequential-read" && one.variant == broken) mine.push_back(one);
    ASSERT_EQ(mine.size(), 2U);
    EXPECT_EQ(mine[0].to, "1");
    EXPECT_EQ(mine[1].from, "32");
    EXPECT_EQ(mine[1].to, "256");
    EXPECT_NEAR(mine[1].percent, -68.3, 0.5);
    EXPECT_NEAR(*find(report, "sequential-read threads=32", mended).sides.percent, 5.3, 0.05);
    EXPECT_NEAR(*find(report, "sequential-read threads=256", mended).sides.percent, 7.9, 0.05);
    // One run of each: nothing is called significant.
    EXPECT_EQ(find(report, "sequential-read threads=32", broken).verdict, Difference::inconclusive);
}

TEST(Published, ReiserfsDbench) {
    const auto report = compared("seeds/reiserfs-preallocation-dbench.csv");
    EXPECT_NEAR(*find(report, "processes=192", "2.4.20-pre2").sides.percent, -23, 0.5);
    EXPECT_NEAR(*find(report, "processes=192", "2.4.20-pre2-oleg").sides.percent, 16, 0.5);
}

TEST(Published, RaidSmallFilesLossIsNeverOverAHundredPercent) {
    const auto report = compared("seeds/md-raid6-small-files.csv");
    const auto& one = find(report, "", "multicore without patch");
    EXPECT_EQ(one.baseline, "no multicore");
    EXPECT_NEAR(*one.sides.percent, -86.6, 0.05);
    EXPECT_THAT(compare_text(report), HasSubstr("-86.6 %, or 7.4 times slower"));
}

TEST(Published, SpindlesStopHelping) {
    const auto report = compared("seeds/ext2-ext3-spindle-scaling-bonnie.csv");
    const auto growth = [&report](const std::string& phase, const std::string& variant) {
        const auto found = std::ranges::find_if(report.growth, [&](const Growth& one) {
            return one.phase == phase && one.variant == variant;
        });
        EXPECT_NE(found, report.growth.end());
        EXPECT_EQ(found->over, "drives_per_adapter");
        return found->scaling;
    };
    EXPECT_EQ(growth("adapters=2", "ext2").stops_at, 3);
    EXPECT_EQ(growth("adapters=4", "ext2").stops_at, 2);
    EXPECT_FALSE(growth("adapters=2", "ext2").falls);
    EXPECT_TRUE(growth("adapters=2", "ext3").falls);
    EXPECT_TRUE(growth("adapters=4", "ext3").falls);
}

TEST(Published, Ministat) {
    const auto report =
        compared("cases/71-ministat.txt", {.direction = search::Direction::minimize});
    ASSERT_EQ(report.comparisons.size(), 2U);
    EXPECT_EQ(report.comparisons[0].verdict, Difference::no_difference);
    const auto& second = report.comparisons[1];
    EXPECT_NEAR(second.sides.difference, 0.004, 1e-9);
    EXPECT_NEAR(half_width(second.sides.main->interval), 0.00166288, 1e-8);
    EXPECT_NEAR(*second.sides.percent, 2.95421, 1e-5);
    EXPECT_NEAR(half_width(*second.sides.percent_interval), 1.22812, 1e-5);
    EXPECT_NEAR(*second.sides.pooled_deviation, 0.00114018, 1e-8);
    EXPECT_EQ(second.verdict, Difference::worse);
}

TEST(Published, FioRunsAreReadByJobAndDirection) {
    const auto input = read_inputs({FSTUNE_TEST_DATA "/cases/66-fio215.json"}, {});
    ASSERT_TRUE(input) << input.error().message;
    ASSERT_FALSE(input->series.empty());
    EXPECT_EQ(input->series[0].variant, "66-fio215.json");
    EXPECT_GT(input->series[0].values.at(0), 0);
}

TEST(Published, OnlySharesAreNoMeasurements) {
    const auto input = read_inputs({FSTUNE_TEST_DATA "/cases/73-order.txt"}, {});
    ASSERT_FALSE(input);
    EXPECT_THAT(input.error().message, HasSubstr("in the order of the runs"));
}

TEST(Published, SingleBaselineDecidesNothing) {
    const auto report = compared("cases/74-single-baseline.txt");
    ASSERT_EQ(report.comparisons.size(), 1U);
    EXPECT_EQ(report.verdict, "inconclusive");
    EXPECT_NEAR(*report.comparisons[0].sides.percent, -30.8, 0.05);
    EXPECT_THAT(report.comparisons[0].warnings, Contains(HasSubstr("5 or more a side")));
}

TEST(Published, TwoRunsASideDecideNothing) {
    const auto report = compared("cases/76-abab.txt");
    ASSERT_EQ(report.comparisons.size(), 1U);
    EXPECT_EQ(report.comparisons[0].sides.a.n, 2U);
    EXPECT_EQ(report.comparisons[0].direction, search::Direction::minimize);
    EXPECT_EQ(report.verdict, "inconclusive");
}

TEST(Published, RaidWriteModesTieAtLargeBlocks) {
    const auto report = compared("cases/102-md-table.txt");
    ASSERT_EQ(report.places.size(), 8U);
    for (const auto& place : report.places) {
        const bool large = place.phase == "bs=256K" || place.phase == "bs=512K";
        EXPECT_EQ(place.best.size(), large ? 4U : 1U) << place.phase;
        EXPECT_THAT(place.best, Contains("rmw1_skip0")) << place.phase;
    }
    EXPECT_EQ(report.first_everywhere, std::vector<std::string>{"rmw1_skip0"});
}

TEST(Published, LatencyForThroughputIsATradeOff) {
    const auto report = compared("cases/104-latency-tradeoff.txt");
    EXPECT_NEAR(*find(report, "seqread_KBps", "after").sides.percent, -13.2, 0.05);
    EXPECT_NEAR(*find(report, "randread_maxlat_s", "after").sides.percent, -77, 0.6);
    EXPECT_NEAR(*find(report, "seqread_maxlat_s", "after").sides.percent, -71, 0.6);
    EXPECT_NE(report.verdict, "better");
    EXPECT_THAT(report.warnings, Contains(HasSubstr("a trade-off, not a win")));
}

}  // namespace
}  // namespace fstune::tuner
