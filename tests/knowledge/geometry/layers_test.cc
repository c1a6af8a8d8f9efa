#include "knowledge/geometry/layers.h"

#include <gmock/gmock.h>

#include "knowledge/geometry/io_hints.h"
#include "knowledge/readers/dm_table.h"
#include "knowledge/readers/mdstat.h"
#include "tests/data_file.h"

namespace fstune::knowledge {
namespace {

constexpr std::uint64_t kibi = 1024;

std::vector<std::string> codes(const Geometry& geometry) {
    std::vector<std::string> codes;
    for (const auto& warning : geometry.warnings) codes.push_back(warning.code);
    return codes;
}

Layer array(const RaidDescription& raid, std::vector<Layer> below = {}) {
    Layer layer;
    layer.name = "md0";
    layer.kind = LayerKind::raid;
    layer.raid = raid;
    layer.below = std::move(below);
    return layer;
}

Layer disk(std::uint64_t minimum = 512, std::uint64_t optimal = 0, std::uint64_t physical = 512) {
    Layer layer;
    layer.name = "sda";
    layer.queue.minimum_io_size = minimum;
    layer.queue.optimal_io_size = optimal;
    layer.queue.physical_block_size = physical;
    return layer;
}

TEST(Layers, StripesOverMirrorsCountEachMirrorOnce) {
    const auto arrays = read_mdstat(data_file("cases/11-mdstat.txt")).value();
    const auto geometry = geometry_of(layer_of(arrays, "md2"));
    EXPECT_EQ(geometry.stripe.value(), (Stripe{2, 64 * kibi}));
    EXPECT_TRUE(geometry.warnings.empty());
    EXPECT_FALSE(geometry_of(layer_of(arrays, "md0")).stripe);
}

TEST(Layers, StripesOverStripesFillThoseBelow) {
    const RaidDescription inner{"5", 4, 512 * kibi, 1};  // 3 data disks
    // The chunk is a full stripe of a member: all data disks work for one wide write.
    EXPECT_EQ(geometry_of(array({"0", 2, 1536 * kibi, 1}, {array(inner), array(inner)})).stripe,
              (Stripe{6, 512 * kibi}));
    EXPECT_EQ(geometry_of(array({"0", 2, 512 * kibi, 1}, {array(inner), array(inner)})).stripe,
              (Stripe{6, 512 * kibi}));
    // A mirror of stripes is the stripe.
    const RaidDescription zero{"0", 3, 64 * kibi, 1};
    EXPECT_EQ(geometry_of(array({"1", 2, 0, 1}, {array(zero), array(zero)})).stripe,
              (Stripe{3, 64 * kibi}));
}

TEST(Layers, VolumesAndEncryptionPassOnTheArray) {
    const auto tables = read_dm_table(
                            "home: 0 99 linear 9:7 2048\n"
                            "odd: 0 99 linear 9:7 384\n"
                            "luks: 0 99 crypt aes k 0 9:7 32768\n")
                            .value();
    const auto raid5 = array({"5", 3, 512 * kibi, 1});
    const auto home = geometry_of(layer_of(tables[0], {raid5}));
    EXPECT_EQ(home.stripe.value(), (Stripe{2, 512 * kibi}));
    EXPECT_TRUE(home.warnings.empty());
    EXPECT_THAT(codes(geometry_of(layer_of(tables[1], {raid5}))),
                testing::ElementsAre("off-stripe"));
    EXPECT_EQ(geometry_of(layer_of(tables[2], {raid5})).stripe.value(), (Stripe{2, 512 * kibi}));
}

TEST(Case16, AThinChunkIsMeasuredAgainstTheFullStripe) {
    const auto right = read_dm_table("p: 0 9 thin-pool 1:1 1:2 2560 0\n").value();
    const auto wrong = read_dm_table("p: 0 9 thin-pool 1:1 1:2 3072 0\n").value();
    const auto raid6 = array({"raid6", 12, 128 * kibi, 1});
    EXPECT_TRUE(geometry_of(layer_of(right[0], {raid6})).warnings.empty());
    EXPECT_THAT(codes(geometry_of(layer_of(wrong[0], {raid6}))),
                testing::ElementsAre("thin-chunk-off-stripe"));
}

TEST(Layers, AStripedVolumeShowsInItsOwnHints) {
    Layer volume = disk(64 * kibi, 256 * kibi);
    volume.kind = LayerKind::volume;
    volume.below = {disk(), disk()};
    EXPECT_EQ(geometry_of(volume).stripe.value(), (Stripe{4, 64 * kibi}));
}

TEST(Layers, NvmeHintsAreNoStripeThroughAnyLayer) {
    Layer nvme = disk(4096, 128 * kibi);
    nvme.kind = LayerKind::nvme;
    EXPECT_FALSE(geometry_of(nvme).stripe);
    Layer volume = disk(4096, 128 * kibi);
    volume.kind = LayerKind::volume;
    volume.below = {nvme};
    EXPECT_FALSE(geometry_of(volume).stripe);
    Layer partition = volume;
    partition.kind = LayerKind::partition;
    partition.start = 1048576;
    EXPECT_FALSE(geometry_of(partition).stripe);
    EXPECT_TRUE(geometry_of(partition).warnings.empty());
}

TEST(Case18, APartitionOffAPhysicalBlockIsMisaligned) {
    Layer partition = disk(4096, 0, 4096);
    partition.kind = LayerKind::partition;
    partition.below = {disk(4096, 0, 4096)};
    for (const std::uint64_t sector : {34u, 63u, 2047u}) {
        partition.start = sector * 512;
        EXPECT_THAT(codes(geometry_of(partition)), testing::ElementsAre("misaligned"));
    }
    partition.start = 2048 * 512;
    EXPECT_TRUE(geometry_of(partition).warnings.empty());
}

TEST(Case12, WorkInTheArrayIsSaid) {
    const auto arrays = read_mdstat(data_file("cases/12-mdstat.txt")).value();
    const auto geometry = geometry_of(layer_of(arrays, "md0"));
    EXPECT_FALSE(geometry.stripe);
    EXPECT_THAT(codes(geometry), testing::ElementsAre("array-sync-running"));
    EXPECT_TRUE(geometry_of(layer_of(arrays, "md1")).warnings.empty());
}

TEST(Case87, AnArrayThatWaitsIsNotInSync) {
    const auto arrays = read_mdstat(data_file("cases/87-mdstat.txt")).value();
    EXPECT_THAT(codes(geometry_of(layer_of(arrays, "md4"))),
                testing::ElementsAre("array-sync-pending"));
}

TEST(Layers, DegradedReshapingAndFrozen) {
    const auto state = [](const char* action, int missing) {
        std::vector<std::string> codes;
        for (const auto& warning : warnings_of({"md0", action, "", "", missing}))
            codes.push_back(warning.code);
        return codes;
    };
    EXPECT_THAT(state("reshape", 0), testing::ElementsAre("array-reshaping"));
    EXPECT_THAT(state("frozen", 0), testing::ElementsAre("array-frozen"));
    EXPECT_THAT(state("recover", 1), testing::ElementsAre("array-sync-running", "array-degraded"));
    EXPECT_THAT(state("idle", 0), testing::ElementsAre());
}

TEST(Raid, Raid10OfOddDisksUsesThemAll) {
    EXPECT_EQ(data_disks({"10", 5, 0, 2}).value(), 5);
    EXPECT_EQ(near_copies_of_sysfs(0x102), 2);    // near=2
    EXPECT_EQ(near_copies_of_sysfs(0x201), 1);    // far=2
    EXPECT_EQ(near_copies_of_sysfs(0x10201), 1);  // offset=2
}

TEST(IoHints, AWidthBeyondAnyArrayIsNoStripe) {
    QueueFacts queue;
    queue.minimum_io_size = 4096;
    queue.optimal_io_size = 33550336;  // 8191 blocks: a saturated field over a block of 4096
    EXPECT_FALSE(geometry_of(queue, 0).stripe);
    EXPECT_FALSE(geometry_of(queue, 0).warnings.empty());
}

TEST(Layers, ArraysThatHoldEachOtherEnd) {
    const auto arrays = read_mdstat(
                            "md0 : active raid0 md1[0]\n      9 blocks 64k chunks\n"
                            "md1 : active raid0 md0[0]\n      9 blocks 64k chunks\n")
                            .value();
    EXPECT_FALSE(geometry_of(layer_of(arrays, "md0")).reason.empty());
}

}  // namespace
}  // namespace fstune::knowledge
