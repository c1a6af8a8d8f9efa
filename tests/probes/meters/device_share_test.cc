#include "probes/meters/device_share.h"

#include <gtest/gtest.h>

namespace fstune::probes {
namespace {

constexpr std::uint64_t mebi = 1 << 20;

IoStretch moved(std::uint64_t read, std::uint64_t written) {
    IoStretch stretch;
    stretch.to.seconds = 1;
    stretch.to.device.bytes_read = read;
    stretch.to.device.bytes_written = written;
    return stretch;
}

const Asked hundred{.bytes_read = 100 * mebi, .data_set = 512 * mebi, .compressible = 0.5};
const BelowDevice disk{"sda", {}, {{"sda", "sda"}}, "", false};

TEST(DeviceShare, AFewPercentFromACacheAreToldAndRoundingIsNot) {
    EXPECT_FALSE(judge_reads(hundred, {}, disk, moved(99 * mebi, 0)));
    EXPECT_FALSE(judge_reads(hundred, {}, disk, moved(130 * mebi, 0)));
    EXPECT_TRUE(judge_reads(hundred, {}, disk, moved(95 * mebi, 0)));
    EXPECT_TRUE(judge_reads(hundred, {}, disk, moved(0, 0)));
}

TEST(DeviceShare, OnlyAFilesystemThatCompressesMayReadLess) {
    EXPECT_FALSE(judge_reads(hundred, {.encoded = true}, disk, moved(50 * mebi, 0)));
    EXPECT_TRUE(judge_reads(hundred, {.encoded = true}, disk, moved(30 * mebi, 0)));
}

TEST(DeviceShare, SaysWhatLayInThePageCache) {
    const auto said = judge_reads(hundred, {.resident = 0.75}, disk, moved(25 * mebi, 0));
    ASSERT_TRUE(said);
    EXPECT_NE(said->find("75 % of the data lay in the page cache"), std::string::npos) << *said;
}

TEST(DeviceShare, WhatIsNotClaimedOrUnknownIsNotJudged) {
    EXPECT_FALSE(judge_reads({}, {}, disk, moved(0, 0)));
    auto mail = hundred;
    mail.from_device = false;
    EXPECT_FALSE(judge_reads(mail, {}, disk, moved(0, 0)));
    EXPECT_FALSE(judge_written({}, {}, moved(0, 0)));
}

TEST(DeviceShare, ALoopDeviceWithACachedFileIsACache) {
    const BelowDevice loop{"loop0", {}, {{"loop0", "loop0"}}, "sda", true};
    auto measured = moved(100 * mebi, 0);
    measured.from.backing = DeviceCounters{};
    measured.to.backing = DeviceCounters{.bytes_read = 100 * mebi};
    EXPECT_FALSE(judge_reads(hundred, {}, loop, measured));
    measured.to.backing = DeviceCounters{.bytes_read = 10 * mebi};
    EXPECT_TRUE(judge_reads(hundred, {}, loop, measured));
}

TEST(DeviceShare, WhatCompressesToNothingIsTold) {
    Asked asked{.bytes_written = 100 * mebi, .compressible = 0.5};
    EXPECT_FALSE(judge_written(asked, {.encoded = true}, moved(0, 52 * mebi)));
    EXPECT_TRUE(judge_written(asked, {.encoded = true}, moved(0, 3 * mebi)));
    EXPECT_TRUE(judge_written(asked, {.encoded = false}, moved(0, 52 * mebi)));
    asked.compressible = 1;  // even where it was asked for
    EXPECT_TRUE(judge_written(asked, {.encoded = true}, moved(0, 3 * mebi)));
}

TEST(DeviceShare, ADataSetThatACacheHoldsIsTooSmall) {
    auto asked = hundred;
    EXPECT_FALSE(judge_data_set(asked, {.memory = 4096 * mebi}, moved(100 * mebi, 0)));
    EXPECT_TRUE(judge_data_set(asked, {.memory = 4096 * mebi}, moved(40 * mebi, 0)));
    EXPECT_FALSE(judge_data_set(asked, {.memory = 256 * mebi}, moved(40 * mebi, 0)));
    asked.data_set = 16 * mebi;
    EXPECT_FALSE(judge_data_set(asked, {}, moved(100 * mebi, 0)));
    asked.passes = 7;
    EXPECT_TRUE(judge_data_set(asked, {}, moved(100 * mebi, 0)));
}

}  // namespace
}  // namespace fstune::probes
