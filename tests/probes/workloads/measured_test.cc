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

}  // namespace
}  // namespace fstune::probes
