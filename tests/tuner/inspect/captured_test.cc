// What inspect says of machines that really were: trees that tests/capture took from a kernel. The
// right answers come from how each machine was made (tests/capture/guest/machines.sh).
#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/tuner/inspect/inspected.h"
#include "tuner/inspect/inspection_text.h"

namespace fstune::tuner {
namespace {

using testing::Each;
using testing::HasSubstr;
using testing::Not;
using testing::UnorderedElementsAreArray;

using Codes = std::vector<std::string>;
using Answer = Target::Answer;

// Every disk says that it has a write cache; a 512e disk, that it writes 4096 bytes.
Codes disk_512e(Codes more = {}) {
    more.insert(more.end(), {"512e", "volatile-cache"});
    return more;
}
Codes disk_4kn(Codes more = {}) {
    more.insert(more.end(), {"4kn", "volatile-cache"});
    return more;
}

struct Device {
    std::string tree, name;  // no name: the device that stands on all others
    Codes warnings;
    Answer target = Answer::yes;
};

struct Array : Device {
    int data_disks;
    std::uint64_t chunk_kib, align_mib;
};

class CapturedArray : public testing::TestWithParam<Array> {};
class CapturedDisk : public testing::TestWithParam<Device> {};

void expect_answer(const Inspection& inspection, const Device& expected) {
    EXPECT_THAT(codes(inspection), UnorderedElementsAreArray(expected.warnings));
    EXPECT_EQ(inspection.target.answer, expected.target) << inspection.target.reason;
}

std::string mkfs_of(const Inspection& inspection, const std::string& filesystem) {
    for (const auto& advice : inspection.advice)
        if (advice.point.configuration.filesystem == filesystem && advice.goal == "seq-write")
            return advice.mkfs;
    return "";
}

TEST_P(CapturedArray, TellsItsStripe) {
    const auto& made = GetParam();
    const auto inspection = inspected(made.tree, made.name);
    expect_answer(inspection, made);
    const auto geometry = inspection_json(inspection)["geometry"];
    EXPECT_EQ(geometry["data_disks"], made.data_disks);
    EXPECT_EQ(geometry["stride"], made.chunk_kib / 4);
    EXPECT_EQ(geometry["stripe_width"], made.data_disks * made.chunk_kib / 4);
    EXPECT_EQ(geometry["su_bytes"], made.chunk_kib * 1024);
    EXPECT_EQ(geometry["sw"], made.data_disks);
    EXPECT_EQ(geometry["alignment_bytes"], made.align_mib << 20);
    EXPECT_EQ(geometry["sector_size"], 4096);
    EXPECT_THAT(mkfs_of(inspection, "xfs"),
                HasSubstr("su=" + std::to_string(made.chunk_kib * 1024) +
                          ",sw=" + std::to_string(made.data_disks)));
}

const Array arrays[] = {
    {{"md-raid0", "md0", disk_512e()}, 4, 64, 1},
    {{"md-raid5", "md5", disk_512e()}, 3, 512, 3},
    {{"md-raid5-new", "md5", disk_512e({"array-sync-running", "array-degraded"}), Answer::no},
     3,
     512,
     3},
    {{"md-raid5-reshape", "md5", disk_512e({"array-reshaping"}), Answer::no}, 4, 64, 1},
    {{"md-raid6", "md6", disk_512e()}, 6, 2048, 12},
    {{"md-raid6-new", "md6", disk_512e({"array-sync-running"}), Answer::no}, 2, 64, 1},
    {{"md-raid6-degraded", "md6", disk_512e({"array-degraded"})}, 6, 64, 3},
    {{"md-raid6-waits", "md6", disk_512e({"array-sync-pending", "array-degraded"}), Answer::no},
     6,
     64,
     3},
    {{"md-raid6-waits", "md5", disk_512e({"array-sync-running", "array-degraded"}), Answer::no},
     3,
     512,
     3},
    {{"md-raid6-partition", "md6p1", disk_512e({"off-stripe"})}, 6, 2048, 12},
    {{"md-raid6-partition", "md6", disk_512e({"off-stripe"}), Answer::with_wipe}, 6, 2048, 12},
    {{"md-raid10-near", "md2", disk_512e()}, 3, 512, 3},
    {{"md-raid10-odd", "md2", disk_512e()}, 5, 512, 5},
    {{"md-raid10-far", "md2", disk_512e()}, 6, 256, 3},
    {{"lvm-striped", "", disk_512e()}, 4, 64, 1},
    {{"lvm-raid5", "", disk_512e()}, 3, 64, 3},
    {{"lvm-over-raid5", "", disk_512e()}, 3, 512, 3},
    {{"lvm-thin", "", disk_512e({"discard"})}, 3, 512, 3},
    // As Linux 6.1 tells it; in 6.12 the alignment_offset of such a volume was seen to be 0.
    {{"lvm-off-stripe", "", disk_512e({"off-stripe"})}, 6, 2048, 12},
    // cryptsetup gives its volumes sectors of 4096 bytes where the disk writes such.
    {{"luks-over-raid10", "", disk_4kn()}, 3, 512, 3},
    {{"lvm-over-luks-over-raid6", "", disk_4kn()}, 6, 64, 3},
    {{"hardware-raid6", "", disk_512e(), Answer::with_wipe}, 6, 64, 3},
};

std::string name_of(const Device& device) {
    auto name = device.tree + (device.name.empty() ? "" : "_" + device.name);
    std::replace_if(
        name.begin(), name.end(), [](unsigned char letter) { return std::isalnum(letter) == 0; },
        '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Trees, CapturedArray, testing::ValuesIn(arrays),
                         [](const auto& one) { return name_of(one.param); });

TEST_P(CapturedDisk, TellsOfNoStripe) {
    const auto inspection = inspected(GetParam().tree, GetParam().name);
    expect_answer(inspection, GetParam());
    EXPECT_EQ(inspection.geometry.stripe, std::nullopt) << inspection.geometry.reason;
    EXPECT_EQ(inspection_json(inspection)["geometry"]["alignment_bytes"], 1 << 20);
    EXPECT_THAT(mkfs_of(inspection, "xfs"), Not(HasSubstr("su=")));
}

const Device disks[] = {
    {"md-raid1", "md1", disk_512e()},
    {"md-raid1-misaligned", "md1", disk_512e({"misaligned", "misaligned"})},
    {"md-inactive", "md5", {}, Answer::no},
    {"lvm-linear", "", disk_512e()},
    {"lvm-raid1", "", disk_512e()},
    {"luks-over-usb",
     "",
     {"usb-bridge", "bogus-optimal-io-size", "volatile-cache"},
     Answer::with_wipe},
    {"multipath", "", disk_512e()},
    {"multipath-partition", "", disk_512e()},
    {"usb-bridge",
     "",
     {"usb-bridge", "bogus-optimal-io-size", "volatile-cache"},
     Answer::with_wipe},
    {"usb-storage", "", {"usb-bridge", "discard", "volatile-cache"}, Answer::with_wipe},
    {"nvme", "nvme0n1", {"discard", "volatile-cache"}, Answer::with_wipe},
    {"nvme", "nvme0n1p1", {"discard", "volatile-cache"}},
    {"nvme-4kn", "nvme1n1", disk_4kn({"discard"})},
    {"nvme-hints", "nvme2n1", {"discard", "volatile-cache"}},
    {"4kn", "", disk_4kn()},
    {"512e-sector34", "", disk_512e({"misaligned"}), Answer::with_wipe},
    {"512e-sector34", "*1", disk_512e({"misaligned"})},
    {"512e-sector34", "*2", disk_512e()},
};

INSTANTIATE_TEST_SUITE_P(Trees, CapturedDisk, testing::ValuesIn(disks),
                         [](const auto& one) { return name_of(one.param); });

TEST(Captured, EveryTreeHasItsTest) {
    std::set<std::string> tested, trees;
    for (const auto& one : arrays) tested.insert(one.tree);
    for (const auto& one : disks) tested.insert(one.tree);
    for (const auto& file :
         std::filesystem::directory_iterator(std::string(FSTUNE_TEST_DATA) + "/sysfs"))
        if (data_file("sysfs/" + file.path().filename().string()).starts_with("# captured: "))
            trees.insert(file.path().stem().string());
    EXPECT_EQ(tested, trees);
}

TEST(Captured, MembersAndPathsAreNoTargets) {
    const auto member = inspected("md-raid6", "sda");
    EXPECT_EQ(member.target.answer, Answer::no);
    EXPECT_THAT(member.holders, testing::ElementsAre("md6"));
    EXPECT_THAT(member.target.reason, Not(HasSubstr("--wipe")));
    EXPECT_EQ(inspected("luks-over-raid10", "md2").target.answer, Answer::no);
    // Two arrays on the partitions of one disk.
    EXPECT_THAT(inspected("md-raid6-waits", "sda").target.reason,
                testing::AllOf(HasSubstr("md array md5"), HasSubstr("md array md6")));
}

TEST(Captured, APathNamesItsMap) {
    const auto map = inspected("multipath");
    EXPECT_EQ(map.description, "multipath map mpatha (" + map.device.name + ")");
    ASSERT_EQ(map.layers.below.size(), 2u);
    for (const auto& path : map.layers.below)
        EXPECT_THAT(inspected("multipath", path.name).target.reason,
                    HasSubstr("name /dev/mapper/mpatha instead"));
}

TEST(Captured, AMapWithAPartitionIsNotCalledAPartOfIt) {
    const auto partition = inspected("multipath-partition");
    EXPECT_EQ(partition.description, "partition mpatha1 (" + partition.device.name + ")");
    const auto map = inspected("multipath-partition", partition.layers.below.at(0).name);
    EXPECT_EQ(map.target.answer, Answer::no);
    EXPECT_THAT(map.target.reason, HasSubstr("has the partition mpatha1"));
}

TEST(Captured, AnArrayThatIsNotActiveIsCalledSo) {
    const auto array = inspected("md-inactive", "md5");
    EXPECT_THAT(array.geometry.reason, HasSubstr("not active"));
    EXPECT_THAT(array.target.reason, HasSubstr("not active"));
    EXPECT_THAT(array.advice, testing::IsEmpty());
}

TEST(Captured, DisksAreKnownByTheirSerial) {
    EXPECT_THAT(inspected("md-raid6", "sda").device.serial, testing::MatchesRegex("DISK[1-8]"));
    EXPECT_EQ(inspected("4kn").device.serial, "4KN");
    EXPECT_EQ(inspected("nvme", "nvme0n1").device.serial, "NVME");
    EXPECT_EQ(inspected("multipath", inspected("multipath").layers.below.at(0).name).device.serial,
              "LUN");
}

TEST(Captured, TransportsAreSeenThroughLayers) {
    EXPECT_EQ(inspected("usb-storage").transport, "usb");
    EXPECT_EQ(inspected("luks-over-usb").transport, "usb");
    EXPECT_EQ(inspected("nvme", "nvme0n1p1").transport, "nvme");
    EXPECT_EQ(inspected("md-raid6", "md6").transport, "");
}

// mke2fs takes any optimal size for a stripe.
TEST(Captured, ExtIsToldThatAHintIsNoStripe) {
    for (const auto* tree : {"usb-bridge", "luks-over-usb", "nvme-hints"})
        EXPECT_THAT(mkfs_of(inspected(tree), "ext4"), HasSubstr("stripe_width=0")) << tree;
    for (const auto* tree : {"usb-storage", "4kn", "multipath", "nvme-4kn"})
        EXPECT_THAT(mkfs_of(inspected(tree), "ext4"), Not(HasSubstr("stri"))) << tree;
}

// mkfs.xfs asks for a little more: that the hints are multiples of each other and of the disk's
// block.
TEST(Captured, XfsIsToldThatAHintIsNoStripe) {
    EXPECT_THAT(mkfs_of(inspected("nvme-hints"), "xfs"), HasSubstr("-d noalign"));
    for (const auto* tree : {"usb-bridge", "luks-over-usb", "4kn", "nvme", "multipath"})
        EXPECT_THAT(mkfs_of(inspected(tree), "xfs"), Not(HasSubstr("noalign"))) << tree;
}

// md, LVM and the common head of the paths to an NVMe namespace queue no requests: the kernel
// refuses to set how many they may be.
TEST(Captured, OnlyADeviceWithRequestsHasTheirNumberToSet) {
    for (const auto* tree :
         {"md-raid1", "lvm-linear", "luks-over-usb", "multipath-partition", "nvme-hints"})
        EXPECT_FALSE(inspected(tree).device.queue.has_requests) << tree;
    for (const auto* tree : {"4kn", "usb-bridge", "nvme-4kn", "multipath"})
        EXPECT_TRUE(inspected(tree).device.queue.has_requests) << tree;
}

// The kernel gives a striped device two full stripes of read-ahead.
TEST_P(CapturedArray, IsNotToReadAheadLessToReadFaster) {
    const auto inspection = inspected(GetParam().tree, GetParam().name);
    for (const auto& advice : inspection.advice) {
        const auto& values = advice.point.configuration.values;
        const auto advised = values.find("queue.read_ahead_kb");
        if (advice.goal == "seq-read" && advised != values.end()) {
            EXPECT_GT(std::get<std::int64_t>(advised->second),
                      inspection.device.queue.read_ahead_kb);
        }
    }
}

}  // namespace
}  // namespace fstune::tuner
