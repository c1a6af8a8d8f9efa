#include <gmock/gmock.h>

#include "knowledge/geometry/io_hints.h"
#include "knowledge/geometry/layers.h"
#include "knowledge/readers/blkid.h"
#include "knowledge/readers/dm_table.h"
#include "knowledge/readers/fdisk.h"
#include "knowledge/readers/lsblk.h"
#include "knowledge/readers/mdadm_detail.h"
#include "knowledge/readers/sysfs_values.h"
#include "tests/data_file.h"

namespace fstune::knowledge {
namespace {

using testing::ElementsAre;

constexpr std::uint64_t kibi = 1024;

TEST(Case01, SysfsValuesOfTheBridge) {
    const auto found = read_sysfs_values(data_file("cases/01-sysfs.txt")).value();
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].device, "sdU");
    EXPECT_EQ(found[0].value("transport"), "usb");
    const auto geometry = geometry_of(found[0].facts().queue, 0);
    EXPECT_FALSE(geometry.stripe);
    EXPECT_EQ(geometry.warnings.at(0).code, "bogus-optimal-io-size");
    EXPECT_THAT(geometry.warnings[0].message, testing::HasSubstr("0xffff"));
}

TEST(Case03, SysfsValuesOfTheCloudDisk) {
    const auto found = read_sysfs_values(data_file("cases/03-sysfs.txt")).value();
    EXPECT_EQ(found.at(0).facts().queue.read_ahead_kb, 65536);
    EXPECT_FALSE(geometry_of(found[0].facts().queue, 0).stripe);
}

TEST(Case96, LinesOfAComparisonStayApart) {
    const auto found = read_sysfs_values(data_file("cases/96-sysfs-before-after.txt")).value();
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].label, "before");
    EXPECT_EQ(found[0].facts().queue.read_ahead_kb, 128);
    EXPECT_EQ(found[1].value("kernel"), "6.17");
    EXPECT_EQ(found[1].facts().queue.read_ahead_kb, 4096);
    EXPECT_TRUE(found[1].facts().queue.rotational);
}

TEST(Case100, TheSchedulerInBracketsIsInUse) {
    QueueFacts queue;
    read_scheduler("mq-deadline-nodefault [bfq] none", queue);
    EXPECT_EQ(queue.scheduler, "bfq");
    EXPECT_THAT(queue.schedulers, ElementsAre("mq-deadline-nodefault", "bfq", "none"));
}

TEST(SysfsValues, WholePathsAndSeveralDevices) {
    const auto found = read_sysfs_values(
                           "/sys/block/sda/queue/scheduler=[none] mq-deadline\r\n"
                           "/sys/block/sda/size=2048\r\n"
                           "/sys/block/nvme0n1/queue/physical_block_size=4096\n")
                           .value();
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].device, "sda");
    EXPECT_EQ(found[0].facts().queue.scheduler, "none");
    EXPECT_EQ(found[0].facts().size, 1048576u);
    EXPECT_EQ(found[1].facts().queue.physical_block_size, 4096u);
    EXPECT_FALSE(read_sysfs_values("a=b\n"));
    EXPECT_FALSE(read_sysfs_values(""));
}

TEST(Case05, DetailsOfARaid5InResync) {
    const auto array = read_mdadm_detail(data_file("cases/05-mdadm-detail.txt")).value().at(0);
    EXPECT_EQ(array.name, "md7");
    const auto stripe = geometry_of(array.description())->stripe.value();
    EXPECT_EQ(stripe, (Stripe{2, 512 * kibi}));
    EXPECT_EQ(stripe.stride(4096), 128u);
    EXPECT_EQ(stripe.stripe_width(4096), 256u);
    const auto warnings = warnings_of(state_of(array));
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0].code, "array-sync-running");
    EXPECT_THAT(warnings[0].message, testing::HasSubstr("98 %"));
}

TEST(MdadmDetail, LayoutsMembersAndStates) {
    const auto arrays = read_mdadm_detail(
                            "/dev/md/x:\n  Raid Level : raid10\n  Raid Devices : 6\n"
                            "  Active Devices : 5\n  State : clean, degraded, recovering\n"
                            "  Layout : far=2\n  Chunk Size : 64K\n"
                            "  Rebuild Status : 4% complete\n"
                            "    Number   Major   Minor   RaidDevice State\n"
                            "       0       8       16        0      active sync   /dev/sdb\n"
                            "       6       8       96        -      spare   /dev/sdg\n"
                            "/dev/md1:\n  Raid Level : raid1\n  Raid Devices : 1\n"
                            "  Active Devices : 1\n  State : clean\n")
                            .value();
    ASSERT_EQ(arrays.size(), 2u);
    EXPECT_EQ(geometry_of(arrays[0].description())->stripe.value().sw(), 6);
    ASSERT_EQ(arrays[0].members.size(), 2u);
    EXPECT_EQ(arrays[0].members[1].flags, "S");
    EXPECT_EQ(warnings_of(state_of(arrays[0])).size(), 2u);  // recovery, degraded
    EXPECT_TRUE(warnings_of(state_of(arrays[1])).empty());
    EXPECT_FALSE(read_mdadm_detail("/dev/md0:\n"));
}

TEST(DmTable, StripedLinearCryptAndRaid) {
    const auto targets = read_dm_table(
                             "vg-fast: 0 83886080 striped 4 128 8:16 2048 8:32 2048 8:48 2048 "
                             "8:64 2048\n"
                             "vg-home: 0 2097152 linear 9:7 2048\n"
                             "luks: 0 1000 crypt aes-xts-plain64 :64:logon:x 0 9:7 32768\n"
                             "r6: 0 1000 raid raid6_zr 3 256 region_size 1024 5 - 8:1 - 8:2 - 8:3 "
                             "- 8:4 - 8:5\n"
                             "r10: 0 1000 raid raid10 5 128 raid10_format near raid10_copies 3 6 "
                             "- 8:1 - 8:2 - 8:3 - 8:4 - 8:5 - 8:6\n"
                             "pool: 0 100 thin-pool 253:1 253:2 2560 0\n")
                             .value();
    ASSERT_EQ(targets.size(), 6u);
    EXPECT_EQ(geometry_of(*targets[0].raid)->stripe.value(), (Stripe{4, 64 * kibi}));
    EXPECT_EQ(targets[1].offset, 1048576u);
    EXPECT_EQ(targets[2].offset, 16777216u);
    EXPECT_THAT(targets[1].below, ElementsAre("9:7"));
    EXPECT_EQ(geometry_of(*targets[3].raid)->stripe.value(), (Stripe{3, 128 * kibi}));
    EXPECT_EQ(geometry_of(*targets[4].raid)->stripe.value(), (Stripe{2, 64 * kibi}));
    EXPECT_EQ(targets[5].thin_block, 1280 * kibi);
    EXPECT_FALSE(read_dm_table("No devices found\n"));
}

TEST(Case18, APartitionAtSector34IsMisaligned) {
    const auto disk = read_fdisk(data_file("cases/18-fdisk.txt")).value().at(0);
    EXPECT_EQ(disk.size, 18000207937536u);
    EXPECT_EQ(disk.label, "gpt");
    ASSERT_EQ(disk.partitions.size(), 1u);
    EXPECT_EQ(disk.off_by(disk.partitions[0]), 1024u);
}

TEST(Fdisk, BootMarksAndAlignedPartitions) {
    const auto disk = read_fdisk(
                          "Disk /dev/vda: 10 GiB, 10737418240 bytes, 20971520 sectors\n"
                          "Sector size (logical/physical): 512 bytes / 4096 bytes\n"
                          "Device     Boot   Start      End  Sectors Size Id Type\n"
                          "/dev/vda1  *       2048  1050623  1048576 512M 83 Linux\n"
                          "/dev/vda2       1050624 20971486 19920863 9.5G 83 Linux\n")
                          .value()
                          .at(0);
    ASSERT_EQ(disk.partitions.size(), 2u);
    EXPECT_EQ(disk.partitions[0].start, 2048u);
    for (const auto& partition : disk.partitions) EXPECT_EQ(disk.off_by(partition), 0u);
    EXPECT_FALSE(read_fdisk("fdisk: cannot open /dev/sda: Permission denied\n"));
}

TEST(Case81, AnAbsentUuidShiftsNothing) {
    const auto devices = read_blkid(data_file("cases/81-blkid.txt")).value();
    ASSERT_EQ(devices.size(), 4u);
    EXPECT_EQ(devices[3].path, "/dev/mmcblk1");
    EXPECT_EQ(devices[3].values.count("UUID"), 0u);
    EXPECT_EQ(devices[3].values.at("PTUUID"), "bbbb0001");
    EXPECT_EQ(devices[2].values.at("UUID"), "00000000-0000-4000-8000-0000000000d3");
}

TEST(Blkid, QuotesBlanksAndCutLines) {
    const auto device =
        read_blkid("/dev/sda1: LABEL=\"a \\\"b\\\" c\" TYPE=\"ext4\" UUID=\"12").value().at(0);
    EXPECT_EQ(device.values.at("LABEL"), "a \"b\" c");
    EXPECT_EQ(device.values.at("TYPE"), "ext4");
    EXPECT_EQ(device.values.count("UUID"), 0u);
    EXPECT_FALSE(read_blkid("sda1 ext4\n"));
}

TEST(Lsblk, OldWordsForFlagsAndSizes) {
    const auto devices = read_lsblk(R"({"blockdevices": [{"name": "sda", "rm": "1", "ro": "0",
        "size": "3.5T", "mountpoints": [null, "/x"]}]})")
                             .value();
    EXPECT_TRUE(devices.at(0).removable);
    EXPECT_FALSE(devices[0].read_only);
    EXPECT_EQ(devices[0].size, 3848290697216u);
    EXPECT_THAT(devices[0].mountpoints, ElementsAre("/x"));
    EXPECT_FALSE(read_lsblk("{\"blockdevices\": [{\"name\": "));
    EXPECT_FALSE(read_lsblk("{\"blockdevices\": [{\"size\": 1}]}"));
    EXPECT_FALSE(read_lsblk("[]"));
    EXPECT_FALSE(read_wipefs("{\"signatures\": [{}]}"));
}

TEST(Lsblk, DeepNestingIsAnError) {
    std::string text = R"({"blockdevices":[)";
    for (int i = 0; i < 1000; ++i) text += R"({"name":"a","children":[)";
    for (int i = 0; i < 1000; ++i) text += "]}";
    EXPECT_FALSE(read_lsblk(text + "]}"));
}

}  // namespace
}  // namespace fstune::knowledge
