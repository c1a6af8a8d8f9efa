#include "probes/meters/above_ceiling.h"

#include <gtest/gtest.h>

namespace fstune::probes {
namespace {

TEST(AboveCeiling, MoreThanTheDeviceCanDoIsToldAndNoiseIsNot) {
    EXPECT_FALSE(judge_ceiling(0.7));
    EXPECT_FALSE(judge_ceiling(1.05));
    EXPECT_EQ(judge_ceiling(1.6), "it is 160 % of what the raw device reached");
}

}  // namespace
}  // namespace fstune::probes
