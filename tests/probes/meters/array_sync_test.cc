#include "probes/meters/array_sync.h"

#include <gtest/gtest.h>

#include "tests/probes/meters/captured_tree.h"

namespace fstune::probes {
namespace {

// As a RAID-5 of four disks showed itself while `check` was written to sync_action.
class ArraySync : public testing::Test {
  protected:
    void SetUp() override { set("check", "1523968 / 9765376"); }
    void set(const std::string& action, const std::string& completed) const {
        tree.write("/sys/class/block/md127/md/sync_action", action + "\n");
        tree.write("/sys/class/block/md127/md/sync_completed", completed + "\n");
    }
    test::CapturedTree tree;
};

TEST_F(ArraySync, SaysWhatRunsAndHowFarItIs) {
    EXPECT_EQ(array_sync(tree.files(), {"md127"}), "md127 runs a check (15.6 %)");
    set("resync", "delayed");
    EXPECT_EQ(array_sync(tree.files(), {"md127"}), "md127 runs a resync (delayed)");
}

TEST_F(ArraySync, IsSilentWhereNothingRuns) {
    set("idle", "none");
    EXPECT_FALSE(array_sync(tree.files(), {"md127"}));
    EXPECT_FALSE(array_sync(tree.files(), {}));
    EXPECT_FALSE(array_sync(tree.files(), {"md0"}));  // RAID-0 has no such file
}

TEST_F(ArraySync, LooksAtEachArray) {
    set("idle", "none");
    tree.write("/sys/class/block/md126/md/sync_action", "recover\n");
    EXPECT_EQ(array_sync(tree.files(), {"md127", "md126"}), "md126 runs a recover");
}

}  // namespace
}  // namespace fstune::probes
