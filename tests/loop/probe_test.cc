// `fstune probe` on filesystems of its own size and state: full, out of inodes, read-only, filled
// up meanwhile.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <thread>

#include "knowledge/readers/tiobench.h"
#include "probes/host/filesystem_at.h"
#include "probes/host/linux_mounts.h"
#include "tests/cli/program.h"
#include "tests/cli/started_program.h"
#include "tests/loop/loop_device.h"

namespace fstune::loop_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t mebi = 1 << 20;

class ProbeOnLoop : public LoopTest {
  protected:
    void make(std::uint64_t size, const std::vector<std::string>& mkfs,
              const std::string& options = "") {
        device_.emplace(size, std::vector<std::string>{"--direct-io=on"});
        auto argv = mkfs;
        argv.push_back(device_->path());
        run(argv);
        const auto type = mkfs[0].substr(5);
        ASSERT_TRUE(mounts_.mount(device_->path(), folder_.path(), type, options));
        mounted_ = true;
        if (options != "ro") std::ofstream(folder_.path() + "/theirs") << "theirs";
    }
    void TearDown() override {
        if (!mounted_) return;
        for (const auto& entry : fs::directory_iterator(folder_.path()))
            EXPECT_THAT(entry.path().filename().string(),
                        testing::AnyOf("theirs", "lost+found", "fill"));
        EXPECT_TRUE(mounts_.unmount(folder_.path()));
    }
    probes::Finished probe(const std::vector<std::string>& more) {
        std::vector<std::string> argv = {"probe",   "--on",      folder_.path(),
                                         "--quiet", "--seconds", "0.3"};
        argv.insert(argv.end(), more.begin(), more.end());
        return test::fstune(argv, std::chrono::seconds(120));
    }
    const std::vector<std::string> ext4_ = {"mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0"};

    probes::PosixProcess process_;
    probes::LinuxMounts mounts_{process_};
    fakes::TemporaryFolder folder_;
    std::optional<LoopDevice> device_;
    bool mounted_ = false;
};

TEST_F(ProbeOnLoop, Ext4WithManyThreads) {
    make(1024 * mebi, ext4_);
    const auto done = probe({"--threads", "1,256", "--size", "256M"});
    ASSERT_EQ(done.exit_code, 0) << done.err << done.out;
    const auto rows = knowledge::read_tiobench(done.out);
    ASSERT_TRUE(rows) << done.out;
    ASSERT_EQ(rows->size(), 8U);
    for (const auto& row : *rows) {
        EXPECT_GT(row.rate, 0);
        EXPECT_GT(row.cpu_percent, 0);
        EXPECT_GT(row.latency_max_ms, 0);
        EXPECT_TRUE(row.percentiles);
        EXPECT_TRUE(row.kernel_cpu_percent);
        EXPECT_LE(row.percentiles->p50, row.percentiles->p99);
        EXPECT_LE(row.percentiles->p999, row.latency_max_ms + 0.005);  // which is printed shorter
    }
    EXPECT_THAT(done.out, HasSubstr("ext4 on " + device_->path()));
}

TEST_F(ProbeOnLoop, BtrfsIsKnownByItsDevice) {
    make(512 * mebi, {"mkfs.btrfs", "-f"});
    const auto at = probes::filesystem_at(folder_.path(), mounts_);
    ASSERT_TRUE(at);
    EXPECT_EQ(at->type, "btrfs");
    EXPECT_EQ(at->device, device_->path());
    EXPECT_FALSE(at->free_inodes);
    const auto done = probe({"--threads", "2", "--size", "64M", "--workload", "seq-write"});
    EXPECT_EQ(done.exit_code, 0) << done.err;
}

TEST_F(ProbeOnLoop, TooFullIsToldBeforeAnythingIsWritten) {
    make(64 * mebi, ext4_);
    const auto large = probe({"--threads", "2", "--size", "200M"});
    EXPECT_EQ(large.exit_code, 2);
    EXPECT_THAT(large.err, HasSubstr("too full"));
    EXPECT_THAT(large.err, HasSubstr("--size"));
    const auto many = probe({"--threads", "256"});
    EXPECT_EQ(many.exit_code, 2);
    EXPECT_THAT(many.err, HasSubstr("fewer --threads"));
}

TEST_F(ProbeOnLoop, FewInodesAreTold) {
    auto few = ext4_;
    few.insert(few.end(), {"-N", "64"});
    make(256 * mebi, few);
    const auto done = probe({"--threads", "16", "--size", "32M"});
    EXPECT_EQ(done.exit_code, 2);
    EXPECT_THAT(done.err, HasSubstr("free inodes"));
}

// More than it can check beforehand: the inodes end while files are made.
TEST_F(ProbeOnLoop, InodesThatEndMeanwhileAreAFailedRunThatLeavesNothing) {
    auto few = ext4_;
    few.insert(few.end(), {"-N", "256"});
    make(256 * mebi, few);
    const auto done = probe({"--threads", "2", "--size", "16M", "--workload", "create,seq-write"});
    EXPECT_EQ(done.exit_code, 1);
    EXPECT_THAT(done.out, HasSubstr("Sequential Writes"));
    EXPECT_THAT(done.out, HasSubstr("Failed:"));
}

TEST_F(ProbeOnLoop, ReadOnlyIsTold) {
    make(64 * mebi, ext4_, "ro");
    const auto done = probe({});
    EXPECT_EQ(done.exit_code, 2);
    EXPECT_THAT(done.err, HasSubstr("read-only"));
}

// Somebody else fills the filesystem while it is probed.
TEST_F(ProbeOnLoop, NoSpaceLeftMeanwhileIsAFailedRunThatLeavesNothing) {
    make(256 * mebi, ext4_);
    test::StartedProgram program(
        {"probe", "--on", folder_.path(), "--seconds", "1", "--size", "64M", "--threads", "1",
         "--workload", "rand-read,seq-write", "--runs", "3"},
        test::On::pipe);
    ASSERT_TRUE(program.wait_for("1 of 6"));
    // Takes what a run gives back, too.
    std::jthread filler([this](const std::stop_token& stop) {
        const std::string block(mebi, 'x');
        while (!stop.stop_requested()) {
            std::ofstream file(folder_.path() + "/fill", std::ios::app);
            while (file.write(block.data(), static_cast<std::streamsize>(block.size())).flush()) {
            }
        }
    });
    EXPECT_EQ(program.wait(), 1) << program.said();
    filler = {};
    EXPECT_THAT(program.said(), HasSubstr("Failed:"));
    EXPECT_THAT(program.said(), HasSubstr("space"));
}

TEST_F(ProbeOnLoop, InterruptedWhileManyFilesAreMade) {
    make(512 * mebi, ext4_);
    test::StartedProgram program({"probe", "--on", folder_.path(), "--seconds", "30", "--size",
                                  "192M", "--threads", "8", "--workload", "create"},
                                 test::On::pipe);
    ASSERT_TRUE(program.wait_for("1 of 1"));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // not all 48,000 are made by then
    program.signal(SIGINT);
    EXPECT_EQ(program.wait(), 130) << program.said();
}

TEST_F(ProbeOnLoop, ScalingOverFoldersOfOneDevice) {
    make(512 * mebi, ext4_);
    fakes::TemporaryFolder other;
    const auto done =
        test::fstune({"probe", "--scaling", folder_.path() + "," + other.path(), "--seconds", "0.3",
                      "--size", "32M", "--threads", "2", "--runs", "3", "--quiet"},
                     std::chrono::seconds(120));
    ASSERT_EQ(done.exit_code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("Scaling of seq-read (MB/s)"));
    EXPECT_THAT(done.out, HasSubstr("Scaling of seq-write (MB/s)"));
    EXPECT_THAT(done.out, Not(HasSubstr("not all began")));
    EXPECT_TRUE(fs::is_empty(other.path()));
}

}  // namespace
}  // namespace fstune::loop_test
