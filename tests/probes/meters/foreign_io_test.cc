#include "probes/meters/foreign_io.h"

#include <gtest/gtest.h>

#include "probes/meters/write_cache.h"
#include "tests/probes/meters/captured_tree.h"

namespace fstune::probes {
namespace {

constexpr std::uint64_t mebi = 1 << 20;

// A second in which 100 MiB were read in 400 requests.
IoStretch reading() {
    IoStretch stretch;
    stretch.to.seconds = 1;
    stretch.to.device = {.reads = 400, .bytes_read = 100 * mebi};
    return stretch;
}

IoStretch still(std::uint64_t requests, std::uint64_t bytes) {
    IoStretch stretch;
    stretch.to.seconds = 0.01;
    stretch.to.device = {.writes = requests, .bytes_written = bytes};
    return stretch;
}

TEST(ForeignIo, ADeviceThatMovesWhileItShouldBeStillIsBusy) {
    EXPECT_FALSE(judge_stillness({still(0, 0), still(0, 0)}, reading()));
    EXPECT_FALSE(judge_stillness({still(1, 4096), still(2, 8192)}, reading()));
    const auto busy = judge_stillness({still(0, 0), still(8, 2 * mebi)}, reading());
    ASSERT_TRUE(busy);
    EXPECT_NE(busy->find("8 requests, 2.0 MiB"), std::string::npos) << *busy;
}

TEST(ForeignIo, ARequestThatNeverEndsIsOneToo) {
    auto stuck = still(0, 0);
    stuck.to.device.in_flight = 32;
    EXPECT_TRUE(judge_stillness({stuck}, reading()));
}

TEST(ForeignIo, AFewRequestsBesideVeryManyAreNone) {
    auto fast = reading();
    fast.to.device = {.reads = 100'000, .bytes_read = 1000 * mebi};
    EXPECT_FALSE(judge_stillness({still(20, 20 * 4096)}, fast));
}

TEST(ForeignIo, WritesToADeviceThatIsOnlyReadAreForeign) {
    auto stretch = reading();
    stretch.to.device.bytes_written = mebi / 2;
    EXPECT_FALSE(judge_writes(stretch));
    stretch.to.device.bytes_written = 20 * mebi;
    EXPECT_TRUE(judge_writes(stretch));
}

TEST(ForeignIo, OtherPartitionsOfTheDiskAreSeen) {
    const test::CapturedTree tree;
    const BelowDevice below{"sda2", {}, {{"sda", "sda2"}}, "", false};
    const auto line = [](int reads, std::uint64_t sectors) {
        return std::to_string(reads) + " 0 " + std::to_string(sectors) +
               " 5 0 0 0 0 0 9 9 0 0 0 0 3 1\n";
    };
    tree.write("/sys/class/block/sda/stat", line(500, 10'000));
    tree.write("/sys/class/block/sda2/stat", line(100, 2'000));
    IoStretch measured;
    measured.from = io_snapshot(tree.files(), below).value();
    tree.write("/sys/class/block/sda/stat", line(600, 12'010));
    tree.write("/sys/class/block/sda2/stat", line(200, 4'000));
    measured.to = io_snapshot(tree.files(), below).value();
    EXPECT_EQ(measured.device().bytes_read, 2'000 * 512u);
    EXPECT_FALSE(judge_neighbours(below, measured));
    tree.write("/sys/class/block/sda/stat", line(900, 50'000));
    measured.to = io_snapshot(tree.files(), below).value();
    const auto busy = judge_neighbours(below, measured);
    ASSERT_TRUE(busy);
    EXPECT_NE(busy->find("other partitions of sda"), std::string::npos) << *busy;
}

TEST(ForeignIo, TheDiskBelowALoopDeviceIsLookedAtToo) {
    const BelowDevice below{"loop0", {}, {}, "sda", false};
    auto measured = reading();
    measured.from.backing = DeviceCounters{};
    measured.to.backing = measured.to.device;
    EXPECT_FALSE(judge_neighbours(below, measured));
    measured.to.backing->bytes_written = 50 * mebi;
    EXPECT_TRUE(judge_neighbours(below, measured));
    // Flushes make the filesystem below write its journal.
    measured.to.device.flushes = 1000;
    EXPECT_FALSE(judge_neighbours(below, measured));
}

TEST(ForeignIo, ADeviceWithoutCountersGivesNothing) {
    const test::CapturedTree tree;
    EXPECT_FALSE(io_snapshot(tree.files(), {"sdz", {}, {}, "", false}));
}

class WriteCache : public testing::Test {
  protected:
    void SetUp() override {
        tree.make_folder("/sys/class/block/sda/mq");
        tree.write("/sys/class/block/sda/queue/write_cache", "write back\n");
        measured.from.disks = measured.from.parts = {{}};
        measured.to.disks = measured.to.parts = {{.writes = 100, .flushes = 0}};
    }
    test::CapturedTree tree;
    const BelowDevice below{"sda", {}, {{"sda", "sda"}}, "", false};
    IoStretch measured;
};

TEST_F(WriteCache, HasToBeFlushed) {
    EXPECT_TRUE(judge_flushes(tree.files(), below, measured));
    measured.to.disks.front().flushes = 1;
    EXPECT_FALSE(judge_flushes(tree.files(), below, measured));
}

TEST_F(WriteCache, IsNoneWhereTheDiskWritesThroughOrNothingIsCounted) {
    tree.write("/sys/class/block/sda/queue/write_cache", "write through\n");
    EXPECT_FALSE(judge_flushes(tree.files(), below, measured));
    const test::CapturedTree other;  // no "mq": no flushes are counted
    other.write("/sys/class/block/sda/queue/write_cache", "write back\n");
    EXPECT_FALSE(judge_flushes(other.files(), below, measured));
}

TEST(LateWrites, AreWhatTheResultDoesNotHold) {
    auto measured = reading();
    measured.to.device = {.writes = 100, .bytes_written = 100 * mebi};
    EXPECT_FALSE(judge_late_writes(100 * mebi, still(3, 40 * mebi), measured));  // a log's
    measured.to.device.bytes_written = 40 * mebi;
    EXPECT_TRUE(judge_late_writes(100 * mebi, still(90, 60 * mebi), measured));
    EXPECT_FALSE(judge_late_writes(100 * mebi, still(1, mebi / 2), measured));  // it compressed
    EXPECT_TRUE(judge_late_writes(0, still(90, 60 * mebi), measured));
    EXPECT_FALSE(judge_late_writes(0, still(9, 4 * mebi), measured));
}

}  // namespace
}  // namespace fstune::probes
