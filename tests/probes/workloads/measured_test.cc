#include "probes/workloads/measured.h"

#include <gtest/gtest.h>

namespace fstune::probes {
namespace {

TEST(Measured, WhatCameAfterwardsIsAppended) {
    Measured first, later;
    first.operations = 3, first.seconds = 1, first.course = {1, 2};
    later.operations = 4, later.seconds = 2, later.course = {4}, later.sync_seconds = 0.5;
    first.then(later);
    EXPECT_EQ(first.operations, 7);
    EXPECT_EQ(first.seconds, 3);
    EXPECT_EQ(first.sync_seconds, 0.5);
    EXPECT_EQ(first.course, (std::vector<std::uint64_t>{1, 2, 4}));
}

// Tenths of a second with so many operations of 1000 bytes each, of which the first ten are whole.
WorkloadResult result_of(std::vector<std::uint64_t> course, bool written, double seconds = 1) {
    Measured measured;
    for (const auto operations : course) measured.operations += operations;
    measured.course = std::move(course);
    measured.bytes = measured.operations * 1000;
    measured.bytes_written = written ? measured.bytes : 0;
    measured.seconds = seconds;
    WorkloadResult result;
    result.phases.push_back(phase("pass", "MB/s", measured));
    result.value = result.phases.front().rate;
    add_course(result, "MB/s", measured);
    EXPECT_EQ(result.value, result.phases.front().rate);
    return result;
}

TEST(Course, TheUnsteadyBeginningOfReadingIsLeftOut) {
    const auto result = result_of({10, 40, 100, 101, 99, 100, 100, 102, 98, 100}, false);
    EXPECT_EQ(result.metrics.at("steady"), 1);
    EXPECT_DOUBLE_EQ(result.metrics.at("unsteady_beginning_s"), 0.2);
    EXPECT_DOUBLE_EQ(result.value, 800 * 1000 / 0.8 / 1e6);
}

TEST(Course, OfWritingItIsNot) {
    const auto result = result_of({900, 500, 100, 101, 99, 100, 100, 102, 98, 100}, true);
    EXPECT_DOUBLE_EQ(result.metrics.at("unsteady_beginning_s"), 0.2);
    EXPECT_DOUBLE_EQ(result.value, 2200 * 1000 / 1e6);
}

TEST(Course, WhatNeverBecomesSteadyCountsWhole) {
    const auto result = result_of({10, 100, 10, 100, 10, 100, 10, 100, 10, 100}, false);
    EXPECT_EQ(result.metrics.at("steady"), 0);
    EXPECT_DOUBLE_EQ(result.value, 550 * 1000 / 1e6);
}

TEST(Course, WhatIsSteadyFromTheBeginningCountsWhole) {
    const auto result = result_of({100, 101, 99, 100, 100, 102, 98, 100, 100, 100}, false);
    EXPECT_EQ(result.metrics.at("unsteady_beginning_s"), 0);
    EXPECT_DOUBLE_EQ(result.value, 1000 * 1000 / 1e6);
}

TEST(Course, TheLastTenthIsNotAWholeOne) {
    const auto result = result_of({10, 40, 100, 101, 99, 100, 100, 102, 98, 100, 2}, false, 1.02);
    EXPECT_EQ(result.metrics.at("steady"), 1);
    EXPECT_NEAR(result.value, 802 * 1000 / 0.82 / 1e6, 1e-9);
}

}  // namespace
}  // namespace fstune::probes
