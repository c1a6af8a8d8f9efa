#include "knowledge/safety/refusals.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "tests/data_file.h"

namespace fstune::knowledge {
namespace {

bool refused(const std::vector<Refusal>& all, const std::string& device, const std::string& code) {
    return std::ranges::any_of(
        all, [&](const Refusal& r) { return r.device == device && r.code == code; });
}

std::vector<Refusal> of_lsblk(const std::string& file) {
    return refusals(read_lsblk(data_file(file)).value());
}

TEST(Case79, ANameThatMovedIsSeenBySerial) {
    const auto before = read_lsblk(data_file("cases/79-lsblk.json")).value();
    const auto after = read_lsblk(data_file("cases/79-lsblk-after.json")).value();
    const auto moved = moved_names(before, after);
    ASSERT_EQ(moved.size(), 2u);
    EXPECT_TRUE(refused(moved, "sdb", "name-moved"));
    EXPECT_TRUE(moved_names(before, before).empty());
}

TEST(Case82, AllFiveSignaturesAreRefused) {
    const auto all = refusals(read_wipefs(data_file("cases/82-wipefs.json")).value());
    ASSERT_EQ(all.size(), 5u);
    for (const auto* member : {"sdz1", "sdy", "sdx"}) EXPECT_TRUE(refused(all, member, "member"));
    EXPECT_TRUE(refused(all, "sdw", "signature"));
    EXPECT_TRUE(refused(all, "sdv", "signature"));
    for (const auto& one : all)
        if (one.code == "member") {
            EXPECT_THAT(one.advice, testing::Not(testing::HasSubstr("wipe")));
        }
}

TEST(Case83, PathsOfOneDiskAreRefusedAndTheMapIsNot) {
    const auto all = of_lsblk("cases/83-lsblk.json");
    EXPECT_TRUE(refused(all, "sdy", "held"));
    EXPECT_TRUE(refused(all, "sdz", "held"));
    for (const auto& one : all) {
        EXPECT_NE(one.device, "dm-8");
        EXPECT_THAT(one.advice, testing::Not(testing::HasSubstr("wipe")));
    }
}

TEST(Case85, AMountedChildCountsForTheDisk) {
    const auto all = of_lsblk("cases/85-lsblk.json");
    EXPECT_TRUE(refused(all, "sdb", "in-use"));
    EXPECT_TRUE(refused(all, "sdb", "usb"));
    EXPECT_TRUE(refused(all, "sdb", "removable"));
    EXPECT_FALSE(refused(all, "sda", "in-use"));
}

TEST(Case87, MembersWithoutPartitionsAreRefused) {
    const auto all = refusals(read_mdstat(data_file("cases/87-mdstat.txt")).value());
    EXPECT_TRUE(refused(all, "sdb", "held"));
    EXPECT_TRUE(refused(all, "sdc", "held"));
}

TEST(Case81, ADiskWithOnlyATableIsRefusedAsThat) {
    const auto all = refusals(read_blkid(data_file("cases/81-blkid.txt")).value());
    EXPECT_TRUE(refused(all, "mmcblk1", "signature"));
    EXPECT_TRUE(refused(all, "sda1", "signature"));
}

TEST(Refusals, AnEmptyDiskIsFree) {
    EXPECT_TRUE(refusals(read_lsblk(R"({"blockdevices": [{"name": "sdb", "type": "disk",
        "rm": false, "ro": false, "fstype": null, "mountpoint": null, "size": 1}]})")
                             .value())
                    .empty());
}

}  // namespace
}  // namespace fstune::knowledge
