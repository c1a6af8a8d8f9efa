// The guard on trees of captured machines that this kernel cannot make. Real devices are in
// tests/loop/guard_test.cc.
#include "probes/host/guard.h"

#include <gmock/gmock.h>

#include "probes/host/disk_files.h"
#include "tests/fakes/sysfs_tree.h"
#include "tests/fakes/temporary_folder.h"

namespace fstune::probes {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

nlohmann::json captured(const std::string& name) {
    std::ifstream in(std::string(FSTUNE_TEST_DATA) + "/devices/" + name + ".json");
    return nlohmann::json::parse(in);
}

class GuardOnTree : public testing::Test {
  protected:
    std::string refusal(const std::string& path, bool wipe = false) {
        const auto device = guard_.admit(path, {.wipe = wipe});
        if (device) return "admitted";
        EXPECT_EQ(device.error().code, ErrorCode::refused) << device.error().message;
        return device.error().message;
    }

    fakes::TemporaryFolder folder_;
    fakes::SysfsTree tree_{folder_.path()};
    DiskFiles files_{folder_.path()};
    Guard guard_{files_, tree_.mounts, tree_.devices};
};

TEST_F(GuardOnTree, AbortsWhenNamesWereSwappedBetweenChoiceAndFormat) {
    tree_.add(captured("swapped-names-before"));
    const auto chosen = guard_.admit("/dev/sdb", {.wipe = true});
    ASSERT_TRUE(chosen) << chosen.error().message;
    EXPECT_EQ(chosen->identity().serial, "SER-TARGET");
    tree_.replace(captured("swapped-names-after"));
    const auto again = guard_.check_again(*chosen);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, ErrorCode::refused);
    EXPECT_THAT(again.error().message, HasSubstr("no longer the device that was chosen"));
}

TEST_F(GuardOnTree, AbortsWhenThePathLeadsToAnotherDevice) {
    tree_.add(captured("swapped-names-before"));
    const auto chosen = guard_.admit("/dev/sdb", {.wipe = true});
    ASSERT_TRUE(chosen);
    tree_.devices.by_path["/dev/sdb"] = tree_.devices.by_path["/dev/sdc"];
    EXPECT_THAT(guard_.check_again(*chosen).error().message,
                HasSubstr("now leads to another device"));
}

TEST_F(GuardOnTree, AbortsWhenADeviceOfTheSameSizeTookItsPlace) {
    tree_.add(captured("swapped-names-before"));
    const auto chosen = guard_.admit("/dev/sdb", {.wipe = true});
    ASSERT_TRUE(chosen);
    tree_.devices.by_path["/dev/sdb"]->facts.diskseq = 77;
    EXPECT_EQ(guard_.check_again(*chosen).error().code, ErrorCode::refused);
}

TEST_F(GuardOnTree, SaysThatTheDeviceIsGone) {
    tree_.add(captured("swapped-names-before"));
    const auto chosen = guard_.admit("/dev/sdb", {.wipe = true});
    ASSERT_TRUE(chosen);
    tree_.devices.by_path["/dev/sdb"]->gone = true;
    const auto again = guard_.check_again(*chosen);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, ErrorCode::failed);
    EXPECT_THAT(again.error().message, HasSubstr("gone"));
}

TEST_F(GuardOnTree, OffersTheMultipathMapInsteadOfItsPaths) {
    tree_.add(captured("multipath"));
    for (const auto* path : {"/dev/sdy", "/dev/sdz"})
        for (const bool wipe : {false, true})
            EXPECT_THAT(refusal(path, wipe),
                        AllOf(HasSubstr("multipath map mpathm"), HasSubstr("/dev/mapper/mpathm"),
                              Not(HasSubstr("wipe"))));
    EXPECT_EQ(refusal("/dev/dm-8"), "admitted");
}

TEST_F(GuardOnTree, RefusesTheMediumOfALiveSystem) {
    tree_.add(captured("live-usb"));
    EXPECT_THAT(refusal("/dev/sdb", true), HasSubstr("/run/live/medium"));
    EXPECT_THAT(refusal("/dev/sdb"), HasSubstr("removable or USB"));
    EXPECT_THAT(refusal("/dev/sda"), HasSubstr("partition sda1"));
}

TEST_F(GuardOnTree, WantsConsentForRemovableDevices) {
    auto machine = captured("live-usb");
    machine["blockdevices"][1].erase("children");
    machine["blockdevices"][1].erase("fstype");
    tree_.add(machine);
    EXPECT_THAT(refusal("/dev/sdb"), HasSubstr("removable or USB"));
    EXPECT_EQ(refusal("/dev/sdb", true), "admitted");
}

constexpr const char* mirror = R"({"blockdevices": [
    {"name": "sdb", "size": 2000000000000, "children": [{"name": "md4", "type": "raid1"}]},
    {"name": "sdc", "size": 2000000000000, "children": [{"name": "md4", "type": "raid1"}]}]})";

TEST_F(GuardOnTree, RefusesWholeDisksOfAnArrayAndAnArrayThatWaitsForItsSync) {
    tree_.add(nlohmann::json::parse(mirror));
    tree_.write("/sys/class/block/md4/md/sync_action", "resync\n");
    for (const auto* path : {"/dev/sdb", "/dev/sdc"})
        EXPECT_THAT(refusal(path, true),
                    AllOf(HasSubstr("part of md array md4"), Not(HasSubstr("wipe"))));
    EXPECT_THAT(refusal("/dev/md4"), HasSubstr("resync"));
    tree_.write("/sys/class/block/md4/md/sync_action", "idle\n");
    EXPECT_EQ(refusal("/dev/md4"), "admitted");
}

TEST_F(GuardOnTree, RefusesTheDiskUnderARootOnLvmOnLuks) {
    tree_.add(nlohmann::json::parse(R"({"blockdevices": [
        {"name": "sda", "children": [{"name": "sda1", "type": "part", "children": [
            {"name": "luks-1", "kname": "dm-0", "maj:min": "252:0", "type": "crypt", "children": [
                {"name": "vg-root", "kname": "dm-1", "maj:min": "252:1", "type": "lvm",
                 "mountpoint": "/"}]}]}]}]})"));
    EXPECT_THAT(refusal("/dev/sda", true), HasSubstr("the running system lives on it"));
    EXPECT_THAT(refusal("/dev/sda1", true), HasSubstr("the running system lives on it"));
    EXPECT_THAT(refusal("/dev/dm-0", true), HasSubstr("the running system lives on it"));
}

TEST_F(GuardOnTree, RefusesAPartitionOfADiskThatSomethingHolds) {
    tree_.add(nlohmann::json::parse(R"({"blockdevices": [
        {"name": "sda", "children": [{"name": "sda1", "type": "part"},
                                     {"name": "md0", "type": "raid5"}]}]})"));
    EXPECT_THAT(refusal("/dev/sda1", true), HasSubstr("sda is part of md array md0"));
}

TEST_F(GuardOnTree, SeesAHolderThatCameAfterTheCheck) {
    tree_.add(captured("swapped-names-before"));
    const auto chosen = guard_.admit("/dev/sdb", {.wipe = true});
    ASSERT_TRUE(chosen);
    tree_.write("/sys/class/block/sdb/holders/dm-5", "");
    EXPECT_THAT(guard_.check_again(*chosen).error().message, HasSubstr("part of dm-5"));
}

class OpenElsewhere : public GuardOnTree {
  protected:
    void SetUp() override {
        tree_.add(captured("live-usb"));
        const auto& number = tree_.devices.by_path.at("/dev/sda1")->facts.number;
        tree_.devices.opened_by = {{4711, "postgres", number, true}};
    }
};

TEST_F(OpenElsewhere, AWriterOfAPartitionIsNamedForItAndForItsDisk) {
    for (const auto* path : {"/dev/sda", "/dev/sda1"})
        EXPECT_THAT(refusal(path, true),
                    HasSubstr("process 4711 (postgres) has sda1 open for writing"));
    tree_.devices.opened_by.front().device = tree_.devices.by_path.at("/dev/sda")->facts.number;
    EXPECT_THAT(refusal("/dev/sda1", true), HasSubstr("has sda open for writing"));
}

// As udev does after every write.
TEST_F(OpenElsewhere, WhoLooksForAMomentIsWaitedFor) {
    tree_.devices.open_for_looks = 2;
    EXPECT_EQ(refusal("/dev/sda", true), "admitted");
}

TEST_F(OpenElsewhere, AReaderIsAWarning) {
    tree_.devices.opened_by.front().writes = false;
    const auto device = guard_.admit("/dev/sda", {.wipe = true});
    ASSERT_TRUE(device) << device.error().message;
    EXPECT_THAT(device->warnings(),
                testing::ElementsAre(HasSubstr("process 4711 (postgres) has sda1 open for read")));
}

TEST_F(GuardOnTree, SeesAWriterThatCameAfterTheCheck) {
    tree_.add(nlohmann::json::parse(R"({"blockdevices": [{"name": "sdb"}]})"));
    const auto device = guard_.admit("/dev/sdb", {});
    ASSERT_TRUE(device) << device.error().message;
    EXPECT_TRUE(guard_.check_again(*device));
    const auto& number = tree_.devices.by_path.at("/dev/sdb")->facts.number;
    tree_.devices.opened_by = {{4711, "dd", number, true}};
    EXPECT_THAT(guard_.check_again(*device).error().message, HasSubstr("4711 (dd) has sdb open"));
}

TEST_F(GuardOnTree, RefusesSwapOnAPartition) {
    tree_.add(captured("live-usb"));
    tree_.write("/proc/swaps", "Filename Type Size Used Priority\n/dev/sda1 partition 1 0 -2\n");
    EXPECT_THAT(refusal("/dev/sda", true), HasSubstr("swapoff /dev/sda1"));
}

}  // namespace
}  // namespace fstune::probes
