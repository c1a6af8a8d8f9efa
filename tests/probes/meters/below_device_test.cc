#include "probes/meters/below_device.h"

#include <gtest/gtest.h>

#include "tests/probes/meters/captured_tree.h"

namespace fstune::probes {
namespace {

// A volume on an array of two partitions; a loop device whose file lies on a third disk.
class BelowDevices : public testing::Test {
  protected:
    void SetUp() override {
        for (const std::string disk : {"sda", "sdb"}) {
            const auto folder = "/sys/devices/block/" + disk;
            tree.write(folder + "/" + disk + "1/partition", "1\n");
            tree.link("/sys/class/block/" + disk, folder);
            tree.link("/sys/class/block/" + disk + "1", folder + "/" + disk + "1");
            tree.link("/sys/devices/virtual/block/md0/slaves/" + disk + "1",
                      folder + "/" + disk + "1");
        }
        tree.write("/sys/devices/virtual/block/md0/md/sync_action", "idle\n");
        tree.link("/sys/class/block/md0", "/sys/devices/virtual/block/md0");
        tree.link("/sys/devices/virtual/block/dm-0/slaves/md0", "/sys/devices/virtual/block/md0");
        tree.link("/sys/class/block/dm-0", "/sys/devices/virtual/block/dm-0");
        tree.write("/sys/devices/virtual/block/loop3/loop/dio", "0\n");
        tree.link("/sys/class/block/loop3", "/sys/devices/virtual/block/loop3");
        tree.link("/sys/dev/block/8:1", "/sys/devices/block/sda/sda1");
    }
    test::CapturedTree tree;
};

TEST_F(BelowDevices, GoesDownToTheDisks) {
    const auto below = below_device(tree.files(), "dm-0");
    EXPECT_EQ(below.name, "dm-0");
    EXPECT_EQ(below.arrays, std::vector<std::string>{"md0"});
    EXPECT_EQ(below.disks, (std::vector<DiskPart>{{"sda", "sda1"}, {"sdb", "sdb1"}}));
    EXPECT_EQ(below.backing_disk, "");
}

TEST_F(BelowDevices, APartitionStandsOnItsDisk) {
    EXPECT_EQ(below_device(tree.files(), "sdb1").disks, (std::vector<DiskPart>{{"sdb", "sdb1"}}));
    EXPECT_EQ(below_device(tree.files(), "sdb").disks, (std::vector<DiskPart>{{"sdb", "sdb"}}));
}

TEST_F(BelowDevices, ALoopDeviceStandsOnTheDiskOfItsFile) {
    const auto below = below_device(tree.files(), "loop3", "8:1");
    EXPECT_EQ(below.backing_disk, "sda");
    EXPECT_TRUE(below.backing_cached);
    tree.write("/sys/devices/virtual/block/loop3/loop/dio", "1\n");
    EXPECT_FALSE(below_device(tree.files(), "loop3", "8:1").backing_cached);
    EXPECT_EQ(below_device(tree.files(), "loop3", "0:45").backing_disk, "");
}

}  // namespace
}  // namespace fstune::probes
