#include "probes/meters/latency_histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace fstune::probes {
namespace {

TEST(LatencyHistogram, PercentilesAreWithinOnePartInSixtyFourOfTheSortedOnes) {
    std::mt19937_64 random(7);
    std::lognormal_distribution<double> spread(11, 3);
    LatencyHistogram histogram;
    std::vector<std::uint64_t> all;
    for (int i = 0; i < 20'000; ++i) {
        all.push_back(static_cast<std::uint64_t>(spread(random)));
        histogram.count(all.back());
    }
    std::ranges::sort(all);
    for (const double share : {0.01, 0.5, 0.9, 0.99, 0.999}) {
        const auto right = static_cast<double>(
            all[static_cast<std::size_t>(share * static_cast<double>(all.size())) - 1]);
        const auto told = static_cast<double>(histogram.percentile(share));
        EXPECT_GE(told, right) << share;
        EXPECT_LE(told, right * (1 + 1.0 / 64) + 1) << share;
    }
    EXPECT_EQ(histogram.maximum(), all.back());
    EXPECT_EQ(histogram.percentile(1), all.back());
}

TEST(LatencyHistogram, JoinsWhatSeveralThreadsCounted) {
    LatencyHistogram one, other, both;
    for (std::uint64_t i = 1; i < 5000; ++i) {
        (i % 3 == 0 ? one : other).count(i * i);
        both.count(i * i);
    }
    one.add(other);
    EXPECT_EQ(one.total(), both.total());
    EXPECT_EQ(one.percentile(0.99), both.percentile(0.99));
    EXPECT_DOUBLE_EQ(one.mean(), both.mean());
}

TEST(LatencyHistogram, TellsTheShareOfSlowOperations) {
    LatencyHistogram histogram;
    for (int i = 0; i < 99; ++i) histogram.count(1'000'000);
    histogram.count(3'000'000'000);
    EXPECT_DOUBLE_EQ(histogram.share_above(2'000'000'000), 0.01);
    EXPECT_DOUBLE_EQ(histogram.share_above(10'000'000'000), 0);
}

TEST(LatencyHistogram, HoldsTheLongestTimesAndNone) {
    LatencyHistogram histogram;
    EXPECT_EQ(histogram.percentile(0.5), 0u);
    EXPECT_EQ(histogram.mean(), 0);
    histogram.count(~std::uint64_t{0});
    EXPECT_EQ(histogram.total(), 1u);
    EXPECT_EQ(histogram.maximum(), ~std::uint64_t{0});
}

}  // namespace
}  // namespace fstune::probes
