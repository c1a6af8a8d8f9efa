#include "probes/workloads/settings.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fstune::probes {
namespace {

std::string problem(const WorkloadSettings& settings) {
    const auto good = check(settings);
    if (good) return "";
    EXPECT_EQ(good.error().code, ErrorCode::usage);
    return good.error().message;
}

TEST(Settings, WhatCanBeDoneIsTaken) {
    EXPECT_EQ(problem({}), "");
    EXPECT_EQ(problem({.threads = 256, .block = 1 << 20, .queue_depth = 32, .compressible = 1}),
              "");
    EXPECT_EQ(problem({.queue_depth = 1, .mode = AccessMode::mmap}), "");
}

TEST(Settings, WhatCannotBeDoneIsToldWithItsLimits) {
    EXPECT_NE(problem({.threads = 257}).find("1 to 256"), std::string::npos);
    EXPECT_NE(problem({.threads = -1}).find("threads -1"), std::string::npos);
    EXPECT_NE(problem({.block = 5000}).find("power of two"), std::string::npos);
    EXPECT_NE(problem({.block = 256}).find("512"), std::string::npos);
    EXPECT_NE(problem({.compressible = 1.5}).find("0 to 1"), std::string::npos);
    EXPECT_NE(problem({.compressible = std::nan("")}).find("0 to 1"), std::string::npos);
    EXPECT_NE(problem({.queue_depth = 32, .mode = AccessMode::mmap}).find("direct"),
              std::string::npos);
}

TEST(Settings, AccessModesHaveNames) {
    for (const auto mode : {AccessMode::buffered, AccessMode::direct, AccessMode::mmap})
        EXPECT_EQ(access_mode(to_text(mode)).value(), mode);
    ASSERT_FALSE(access_mode("dircet"));
    EXPECT_NE(access_mode("dircet").error().message.find("direct"), std::string::npos);
}

}  // namespace
}  // namespace fstune::probes
