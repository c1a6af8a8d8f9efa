// The published cases of geometry and safety, each under its number: the input as published gives
// the right answer; a sibling with other figures and a clean neighbour show that a rule is the
// reason.
#include <gmock/gmock.h>

#include "tests/knowledge/diagnosis/said.h"

namespace fstune::knowledge::diagnosis {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(Case, C01BogusOptimalSizeAndTheSuperblockMadeFromIt) {
    const auto sysfs = of_case("01-sysfs.txt");
    EXPECT_EQ(sysfs.kind, "sysfs");
    EXPECT_TRUE(says(sysfs, "bogus-optimal-io-size", "sdU"));
    EXPECT_FALSE(says(sysfs, "geometry"));
    EXPECT_THAT(find(of_case("01-dumpe2fs.txt"), "bogus-stripe").advice,
                HasSubstr("stride=0,stripe_width=0"));
}

TEST(Case, C01SuperblockOfARealArrayIsClean) {
    const auto clean = of_text(data_file("seeds/dumpe2fs-raid6.txt"));
    EXPECT_THAT(complaints(clean), IsEmpty());
    expect_stripe(clean, "/home", 6, 512, 3072);
}

TEST(Case, C03HintOfACloudDisk) {
    const auto disk = of_case("03-sysfs.txt");
    EXPECT_FALSE(says(disk, "geometry"));
    EXPECT_TRUE(says(disk, "optimal-io-size-is-throughput-hint"));
    EXPECT_EQ(number(find(disk, "large-read-ahead"), "proposed_read_ahead_kb"), 128);
}

TEST(Case, C04Raid10Layouts) {
    const auto arrays = of_case("04-raid10-layouts.txt");
    expect_stripe(arrays, "md2 n2", 3, 16, 48);
    expect_stripe(arrays, "md2 f2", 6, 16, 96);
    expect_stripe(of_text("array=md9 level=10 raid_disks=8 chunk_kib=256 layout=n2\n"), "md9 n2", 4,
                  64, 256);
    expect_stripe(of_text("array=md9 level=10 raid_disks=6 chunk_kib=64 layout=o2\n"), "md9 o2", 6,
                  16, 96);
}

TEST(Case, C05LogStripeIsANoticeAndTheResyncWaits) {
    const auto array = of_case("05-mdadm-detail.txt");
    expect_stripe(array, "md7", 2, 128, 256);
    EXPECT_TRUE(says(array, "array-sync-running"));
    const auto made = of_case("05-mkfs_xfs.txt");
    EXPECT_TRUE(says(made, "log-stripe-unit-adjusted"));
    EXPECT_THAT(complaints(made), IsEmpty());
}

TEST(Case, C07UnitsOfXfs) {
    const auto info = of_case("07-xfs_info.txt");
    EXPECT_THAT(complaints(info), IsEmpty());
    EXPECT_EQ(number(find(info, "geometry"), "su_bytes"), 262144);
    EXPECT_EQ(number(find(info, "geometry"), "sunit_sectors"), 512);
    EXPECT_EQ(number(find(info, "geometry"), "sw"), 1);
}

TEST(Case, C09ThreeArrays) {
    const auto arrays = of_case("09-mdstat.txt");
    expect_stripe(arrays, "md1", 3, 128, 384);
    EXPECT_TRUE(says(arrays, "no-stripe", "md0"));
    EXPECT_TRUE(says(arrays, "no-stripe", "md2"));
}

TEST(Case, C11StripeOverMirrorsRefusesItsMembers) {
    const auto arrays = of_case("11-mdstat.txt");
    expect_stripe(arrays, "md2", 2, 16, 32);
    EXPECT_EQ(find(arrays, "held", "md0").severity, Severity::refuse);
    EXPECT_TRUE(says(arrays, "held", "md1"));
}

TEST(Case, C12StackedFlagsAndACheck) {
    const auto arrays = of_case("12-mdstat.txt");
    EXPECT_TRUE(says(arrays, "held", "sdc3"));
    EXPECT_TRUE(says(arrays, "held", "sdc2"));
    EXPECT_TRUE(says(arrays, "array-sync-running", "md0"));
    EXPECT_FALSE(says(arrays, "array-sync-running", "md1"));
}

TEST(Case, C14TableOfTopologies) {
    const auto table = of_case("14-topology.txt");
    expect_stripe(table, "raid0_64k_x4", 4, 16, 64);
    expect_stripe(table, "raid5_8k_x3_1aligned", 2, 2, 4);
    EXPECT_TRUE(says(table, "misaligned", "raid5_8k_x3_1aligned"));
    EXPECT_TRUE(says(table, "misaligned", "disk_512_4k_1aligned"));
    EXPECT_TRUE(says(table, "no-stripe", "raid1_16k"));
    EXPECT_EQ(number(find(table, "use-4k-sectors", "disk_4k_4k"), "proposed_sector_size"), 4096);
    EXPECT_FALSE(says(table, "tie"));
}

TEST(Case, C16HardwareRaid) {
    const auto raid = of_case("16-hwraid.txt");
    expect_stripe(raid, "hw", 10, 32, 320);
    EXPECT_EQ(number(find(raid, "geometry"), "full_stripe_bytes"), 1280 * 1024);
    EXPECT_TRUE(says(of_text("controller=hw level=raid6\n"), "geometry-unknown"));
}

TEST(Case, C18MisalignedPartition) {
    const auto disk = of_case("18-fdisk.txt");
    EXPECT_EQ(number(find(disk, "misaligned", "/dev/sdX1"), "offset_bytes"), 1024);
    auto aligned = data_file("cases/18-fdisk.txt");
    aligned.replace(aligned.find("     34 "), 8, "   2048 ");
    EXPECT_THAT(complaints(of_text(aligned)), IsEmpty());
}

TEST(Case, C20OneLargeSectorMember) {
    EXPECT_TRUE(says(of_case("20-sectors.txt"), "sector-size-mismatch"));
    EXPECT_THAT(complaints(of_text("array=md2 members: a logical=512, b logical=512\n")),
                IsEmpty());
    EXPECT_TRUE(says(of_text("XFS (sdb): device supports 4096 byte sectors (not 512)\n"),
                     "sector-size-mismatch"));
}

TEST(Case, C23BlocksBelowThePhysicalOnes) {
    const std::string sysfs = "queue/logical_block_size=512\nqueue/physical_block_size=4096\n";
    const auto* code = "block-size-below-physical";
    const auto both = of_text(sysfs + "mkfs.xfs -b size=1024 /dev/sdx\n");
    EXPECT_EQ(number(find(both, code), "proposed_block_size"), 4096);
    EXPECT_FALSE(says(of_text(sysfs + "mkfs.xfs -b size=4096 /dev/sdx\n"), code));
}

TEST(Case, C41IntegrityBelow) {
    EXPECT_TRUE(says(of_text(R"({"blockdevices":[{"name":"sdx","type":"disk","children":[
        {"name":"data_dif","type":"crypt","children":[{"name":"data","type":"crypt","fstype":"ext4"}]}]}]})"),
                     "integrity-below"));
    EXPECT_FALSE(says(of_text(R"({"blockdevices":[{"name":"sdx","type":"disk","children":[
        {"name":"data","type":"crypt","fstype":"ext4"}]}]})"),
                      "integrity-below"));
}

TEST(Case, C78ForceRemovesTheLastGuard) {
    const auto* code = "force-removes-last-guard";
    EXPECT_TRUE(says(of_text("mkfs.xfs -f /dev/sdx\n"), code));
    EXPECT_TRUE(says(of_text("set -e\nmkfs.ext4 -F \"$DEV\"\n"), code));
    EXPECT_FALSE(says(of_text("mkfs.xfs /dev/sdx\n"), code));
}

TEST(Case, C79NamesThatMoved) {
    const Input before{"before", data_file("cases/79-lsblk.json")};
    const Input after{"after", data_file("cases/79-lsblk-after.json")};
    EXPECT_EQ(find(diagnose({before, after}, {})[1], "name-moved", "sdb").severity,
              Severity::refuse);
    EXPECT_FALSE(says(diagnose({before, before}, {})[1], "name-moved"));
}

TEST(Case, C81BlkidByKey) {
    const auto devices = of_case("81-blkid.txt");
    EXPECT_EQ(devices.kind, "blkid");
    EXPECT_THAT(find(devices, "signature", "mmcblk1").message, HasSubstr("partition table"));
}

TEST(Case, C82SignaturesRefuse) {
    const auto list = of_case("82-wipefs.json");
    for (const auto* device : {"sdz1", "sdy", "sdx", "sdw", "sdv"}) {
        const bool refused = says(list, "member", device) || says(list, "signature", device);
        EXPECT_TRUE(refused) << device;
    }
}

TEST(Case, C83C89MultipathIsOneDeviceAndNobodySaysWipe) {
    const auto list = of_case("83-lsblk.json");
    for (const auto* device : {"sdy", "sdz"}) EXPECT_TRUE(says(list, "held", device)) << device;
    EXPECT_FALSE(says(list, "held", "dm-8"));
    for (const auto& one : list.findings)
        EXPECT_EQ((one.message + one.advice).find("wipe"), std::string::npos) << one.advice;
}

TEST(Case, C85LiveMedium) {
    const auto list = of_case("85-lsblk.json");
    EXPECT_THAT(find(list, "in-use", "sdb").message, HasSubstr("/run/live/medium"));
    EXPECT_TRUE(says(list, "removable", "sdb"));
    EXPECT_TRUE(says(list, "usb", "sdb"));
    EXPECT_FALSE(says(list, "in-use", "sda"));
}

TEST(Case, C87MembersAndAWaitingResync) {
    const auto arrays = of_case("87-mdstat.txt");
    EXPECT_TRUE(says(arrays, "held", "sdb"));
    EXPECT_TRUE(says(arrays, "held", "sdc"));
    EXPECT_TRUE(says(arrays, "array-sync-pending", "md4"));
}

TEST(Case, C96C98ReadAhead) {
    const auto changed = find(of_case("96-sysfs-before-after.txt"), "read-ahead-changed");
    EXPECT_EQ(real(changed, "proposed_read_ahead_kb"), 128);
    EXPECT_TRUE(says(of_case("98-throughput.txt"), "read-amplification"));
    EXPECT_FALSE(says(of_case("96-sysfs-before-after.txt"), "read-amplification"));
    EXPECT_THAT(
        complaints(of_text("before queue/read_ahead_kb=128\nafter queue/read_ahead_kb=128\n")),
        IsEmpty());
}

TEST(Case, C100BracketsNameTheCurrentOne) {
    const auto files = of_case("100-scheduler.txt");
    for (const auto& [file, current] : {std::pair{"a", "mq-deadline"}, {"b", "bfq"}, {"c", "none"}})
        EXPECT_EQ(value<std::string>(find(files, "scheduler", file), "current"), current);
}

}  // namespace
}  // namespace fstune::knowledge::diagnosis
