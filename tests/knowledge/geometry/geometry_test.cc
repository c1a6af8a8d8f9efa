#include <gtest/gtest.h>

#include "knowledge/geometry/io_hints.h"
#include "knowledge/geometry/raid.h"
#include "knowledge/readers/mdstat.h"
#include "tests/data_file.h"

namespace fstune::knowledge {
namespace {

constexpr std::uint64_t kibi = 1024;

QueueFacts queue_of(std::uint64_t logical, std::uint64_t physical, std::uint64_t minimum,
                    std::uint64_t optimal) {
    QueueFacts queue;
    queue.logical_block_size = logical;
    queue.physical_block_size = physical;
    queue.minimum_io_size = minimum;
    queue.optimal_io_size = optimal;
    return queue;
}

MdArray array_in(const std::string& file, std::size_t number) {
    return read_mdstat(data_file(file)).value().at(number);
}

TEST(Seeds, TheRaid6HasSixDataDisks) {
    const auto array = array_in("seeds/mdstat-raid6.txt", 0);
    EXPECT_EQ(array.members.size(), 8u);
    const auto stripe = geometry_of(array.description())->stripe.value();
    EXPECT_EQ(stripe.data_disks, 6);
    EXPECT_EQ(stripe.stride(4096), 512u);
    EXPECT_EQ(stripe.stripe_width(4096), 3072u);
}

TEST(Case01, ASaturatedFieldIsNoStripe) {
    for (const std::uint64_t optimal : {33553920u, 65535u * 512u, 1023u * 512u}) {
        const auto geometry = geometry_of(queue_of(512, 512, 512, optimal), 0);
        EXPECT_FALSE(geometry.stripe);
        ASSERT_EQ(geometry.warnings.size(), 1u);
        EXPECT_EQ(geometry.warnings[0].code, "bogus-optimal-io-size");
    }
}

TEST(Case03, AHintOfOneDeviceIsNoStripe) {
    const auto geometry = geometry_of(queue_of(512, 512, 512, 33554432), 0);
    EXPECT_FALSE(geometry.stripe);
    ASSERT_EQ(geometry.warnings.size(), 1u);
    EXPECT_EQ(geometry.warnings[0].code, "optimal-io-size-is-throughput-hint");
}

TEST(Case04, Raid10CountsNearCopiesOnly) {
    const auto stripe = [](const char* layout, int disks) {
        return geometry_of({"10", disks, 64 * kibi, near_copies_of(layout).value()})
            ->stripe.value();
    };
    EXPECT_EQ(stripe("n2", 6).stripe_width(4096), 48u);
    EXPECT_EQ(stripe("f2", 6).stripe_width(4096), 96u);
    EXPECT_EQ(stripe("o2", 6).sw(), 6);
    EXPECT_EQ(stripe("n3", 9).sw(), 3);
}

TEST(Case09, ThreeArraysAndMirrorsHaveNoStripe) {
    const auto arrays = read_mdstat(data_file("cases/09-mdstat.txt")).value();
    ASSERT_EQ(arrays.size(), 3u);
    const auto stripe = geometry_of(arrays[0].description())->stripe.value();
    EXPECT_EQ(stripe, (Stripe{3, 512 * kibi}));
    EXPECT_EQ(stripe.stripe_width(4096), 384u);
    EXPECT_FALSE(geometry_of(arrays[1].description())->stripe);
    EXPECT_FALSE(geometry_of(arrays[2].description())->stripe);
    EXPECT_EQ(arrays[2].raid_disks, 1);
    EXPECT_FALSE(arrays[2].degraded());
}

TEST(Case11, RaidZeroOverMirrorsCountsEachOnce) {
    const auto array = array_in("cases/11-mdstat.txt", 0);
    EXPECT_EQ(geometry_of(array.description())->stripe.value(), (Stripe{2, 64 * kibi}));
}

TEST(Case12, FlagsStackAndACheckShows) {
    const auto array = array_in("cases/12-mdstat.txt", 0);
    EXPECT_EQ(array.members[1].flags, "WR");
    ASSERT_TRUE(array.sync);
    EXPECT_EQ(array.sync->action, "check");
    EXPECT_DOUBLE_EQ(array.sync->percent.value(), 15.6);
    EXPECT_EQ(array_in("cases/12-mdstat.txt", 1).members[0].flags, "WS");
}

TEST(Case14, AStripeNeedsAllThreeSigns) {
    EXPECT_EQ(geometry_of(queue_of(512, 512, 65536, 262144), 0).stripe.value(),
              (Stripe{4, 64 * kibi}));
    EXPECT_FALSE(geometry_of(queue_of(512, 512, 16384, 0), 0).stripe);
    EXPECT_FALSE(geometry_of(queue_of(512, 4096, 4096, 0), 0).stripe);
    EXPECT_FALSE(geometry_of(queue_of(512, 512, 65536, 100000), 0).stripe);
    const auto raid5 = geometry_of(queue_of(512, 512, 8192, 16384), 3584);
    EXPECT_EQ(raid5.stripe.value(), (Stripe{2, 8 * kibi}));
    ASSERT_EQ(raid5.warnings.size(), 1u);
    EXPECT_EQ(raid5.warnings[0].code, "misaligned");
    EXPECT_TRUE(geometry_of(queue_of(512, 512, 512, 0), 0).warnings.empty());
}

TEST(Case16, ParityDisksDoNotCount) {
    const auto stripe = geometry_of({"raid6", 12, 128 * kibi})->stripe.value();
    EXPECT_EQ(stripe.sw(), 10);
    EXPECT_EQ(stripe.width(), 1280 * kibi);
    EXPECT_EQ(data_disks({"5", 5, 0}).value(), 4);
}

TEST(Case87, ADelayedResyncIsStillToCome) {
    const auto array = array_in("cases/87-mdstat.txt", 0);
    ASSERT_TRUE(array.sync);
    EXPECT_EQ(array.sync->state, "DELAYED");
}

TEST(Raid, RefusesWhatCannotBe) {
    EXPECT_FALSE(data_disks({"6", 3, 0}));
    EXPECT_FALSE(data_disks({"7", 8, 0}));
    EXPECT_FALSE(data_disks({"10", 4, 0, 5}));
    EXPECT_FALSE(geometry_of({"0", 4, 1000}));
    EXPECT_EQ(geometry_of({"5", 4, 0})->warnings.at(0).code, "chunk-unknown");
}

TEST(Mdstat, WhatIsNoneIsSaid) {
    EXPECT_FALSE(read_mdstat(""));
    EXPECT_FALSE(read_mdstat("hello\nworld\n"));
    EXPECT_TRUE(read_mdstat("Personalities :\r\nunused devices: <none>\r\n")->empty());
    EXPECT_EQ(read_mdstat("md0 : inactive sdb[0](S)\n").value().at(0).members[0].flags, "S");
}

}  // namespace
}  // namespace fstune::knowledge
