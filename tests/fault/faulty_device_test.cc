// Trials on a real loop device over a disk that fails, fills up, hangs or vanishes: a failed trial
// or a clear end, never a crash, and nothing left.
#include <fcntl.h>
#include <gmock/gmock.h>

#include <cstring>
#include <functional>

#include "probes/host/disk_files.h"
#include "probes/host/guard.h"
#include "probes/host/host_trial_runner.h"
#include "probes/host/linux_block_devices.h"
#include "probes/host/linux_mounts.h"
#include "probes/host/posix_process.h"
#include "probes/host/private_namespace.h"
#include "probes/host/system_clock.h"
#include "tests/fakes/fake_queue.h"
#include "tests/fault/faulty_loop.h"
#include "tests/fault/kills.h"
#include "tests/loop/machine_state.h"
#include "tests/loop/own_process.h"

namespace fstune {
namespace {

using namespace std::chrono_literals;
using fault_test::FaultyLoop;
using knowledge::Failure;
using knowledge::FailureKind;
using loop_test::machine_state;
using loop_test::own_process;
using testing::HasSubstr;
using namespace probes;

constexpr std::uint64_t size = std::uint64_t{64} << 20;

// Writes and syncs; `before` runs first, in the mounted folder.
class SyncedWrite : public Workload {
  public:
    explicit SyncedWrite(std::function<void()> before) : before_(std::move(before)) {}
    std::string name() const override { return "synced-write"; }
    std::string summary() const override { return "writes and syncs"; }
    Metric metric() const override { return {"speed", "MB/s", true}; }
    std::optional<std::string> unsuitable(const WorkloadPlace&) const override { return {}; }
    Result<WorkloadResult> run(const WorkloadPlace& place, const WorkloadSettings&) override {
        before_();
        const UniqueFd file(open((place.directory + "/f").c_str(), O_CREAT | O_WRONLY, 0600));
        const std::string data(1 << 20, 'x');
        if (!file || write(file.get(), data.data(), data.size()) < 0 || fsync(file.get()) != 0)
            return fail(ErrorCode::failed, std::string("writing: ") + std::strerror(errno));
        return WorkloadResult{};
    }

  private:
    std::function<void()> before_;
};

// The pieces of a host, with deadlines of a test.
struct TestHost {
    explicit TestHost(const std::string& path) {
        const auto own = enter_private_namespace();
        EXPECT_TRUE(own);
        EXPECT_TRUE(std::filesystem::create_directory(folder.path() + "/run"));
        device.emplace(guard.admit(path, {}).value());
    }
    Result<knowledge::Outcome> run(Workload& workload) {
        HostTrialRunner runner({process, files, mounts, clock, guard, *device, queue}, workload, {},
                               {.mount_parent = folder.path() + "/run",
                                .mkfs_deadline = 2s,
                                .read_deadline = 2s,
                                .probe = {.deadline = 2s, .grace = 1s}});
        return runner.run({.configuration = {"ext4", {}}});
    }
    fakes::TemporaryFolder folder;
    PosixProcess process;
    DiskFiles files;
    LinuxMounts mounts{process, 2s};
    LinuxBlockDevices devices;
    SystemClock clock;
    Guard guard{files, mounts, devices};
    fakes::FakeLedger ledger;
    QueueSettings queue{files, ledger, "none"};
    std::optional<ScratchDevice> device;
};

FailureKind kind_of(const Result<knowledge::Outcome>& outcome) {
    EXPECT_TRUE(outcome) << outcome.error().message;
    EXPECT_TRUE(std::holds_alternative<Failure>(*outcome));
    return std::get<Failure>(*outcome).kind;
}

class FaultyDevice : public loop_test::LoopTest {};

TEST_F(FaultyDevice, ThatWorksIsMeasured) {
    FaultyLoop disk(size);
    const auto before = machine_state({disk.path()});
    own_process([&] {
        TestHost host(disk.path());
        SyncedWrite workload([] {});
        const auto outcome = host.run(workload);
        ASSERT_TRUE(outcome) << outcome.error().message;
        ASSERT_TRUE(std::holds_alternative<knowledge::Measurement>(*outcome))
            << std::get<Failure>(*outcome).reason;
    });
    EXPECT_EQ(machine_state({disk.path()}), before);
}

TEST_F(FaultyDevice, ThatReturnsErrorsDuringAProbeIsADeviceError) {
    for (const auto* mode : {"eio", "enospc"}) {
        FaultyLoop disk(size);
        const auto before = machine_state({disk.path()});
        own_process([&] {
            TestHost host(disk.path());
            SyncedWrite broken([&] { disk.behave(mode); });
            EXPECT_EQ(kind_of(host.run(broken)), FailureKind::device_error);
            disk.behave("ok");
            SyncedWrite workload([] {});
            const auto again = host.run(workload);
            ASSERT_TRUE(again) << again.error().message;
            EXPECT_TRUE(std::holds_alternative<knowledge::Measurement>(*again));
        });
        EXPECT_EQ(machine_state({disk.path()}), before);
    }
}

TEST_F(FaultyDevice, ThatReturnsErrorsToMkfsIsAFailedTrial) {
    FaultyLoop disk(size);
    own_process([&] {
        TestHost host(disk.path());
        disk.behave("eio-writes 3");
        SyncedWrite workload([] {});
        EXPECT_EQ(kind_of(host.run(workload)), FailureKind::mkfs_refused);
    });
}

TEST_F(FaultyDevice, ThatHangsInMkfsEndsTheStudyWithTheCommandsName) {
    FaultyLoop disk(size);
    const auto before = machine_state({disk.path()});
    own_process([&] {
        TestHost host(disk.path());
        disk.behave("hang-writes 3");
        SyncedWrite workload([] {});
        const auto outcome = host.run(workload);
        ASSERT_FALSE(outcome);
        EXPECT_EQ(outcome.error().code, ErrorCode::timed_out);
        EXPECT_THAT(outcome.error().message,
                    testing::AllOf(HasSubstr("mkfs.ext4"), HasSubstr("stuck in the kernel")));
        disk.behave("ok");
    });
    EXPECT_EQ(machine_state({disk.path()}), before);
}

TEST_F(FaultyDevice, ThatHangsDuringAProbeEndsTheStudyWithTheWorkloadsName) {
    FaultyLoop disk(size);
    const auto before = machine_state({disk.path()});
    own_process([&] {
        TestHost host(disk.path());
        SyncedWrite workload([&] { disk.behave("hang"); });
        const auto outcome = host.run(workload);
        ASSERT_FALSE(outcome);
        EXPECT_EQ(outcome.error().code, ErrorCode::timed_out);
        EXPECT_THAT(outcome.error().message,
                    testing::AllOf(HasSubstr("synced-write"), HasSubstr("stuck in the kernel")));
        disk.behave("ok");
    });
    EXPECT_EQ(fault_test::settled_state({disk.path()}, before), before);
}

TEST_F(FaultyDevice, ThatHangsInUnmountEndsTheStudyWithTheCommandsName) {
    FaultyLoop disk(size);
    const auto before = machine_state({disk.path()});
    own_process([&] {
        TestHost host(disk.path());
        // Leaves something to write back, and then the disk hangs.
        SyncedWrite workload([&] { disk.behave("ok"); });
        struct HangAfter : SyncedWrite {
            FaultyLoop& disk;
            HangAfter(FaultyLoop& d) : SyncedWrite([] {}), disk(d) {}
            Result<WorkloadResult> run(const WorkloadPlace& place,
                                       const WorkloadSettings& settings) override {
                auto done = SyncedWrite::run(place, settings);
                std::ofstream(place.directory + "/unwritten") << std::string(1 << 20, 'y');
                disk.behave("hang");
                return done;
            }
        } hangs(disk);
        const auto outcome = host.run(hangs);
        ASSERT_FALSE(outcome);
        EXPECT_EQ(outcome.error().code, ErrorCode::timed_out);
        EXPECT_THAT(outcome.error().message, HasSubstr("umount"));
        disk.behave("ok");
    });
    EXPECT_EQ(machine_state({disk.path()}), before);
}

TEST_F(FaultyDevice, ThatVanishesDuringAProbeIsADeviceErrorAndThenTheEnd) {
    FaultyLoop disk(size);
    const auto before = machine_state({disk.path()});
    own_process([&] {
        TestHost host(disk.path());
        SyncedWrite gone([&] { disk.vanish(); });
        EXPECT_EQ(kind_of(host.run(gone)), FailureKind::device_error);
        SyncedWrite workload([] {});
        const auto next = host.run(workload);
        EXPECT_FALSE(next);
    });
    EXPECT_EQ(machine_state({disk.path()}), before);
}

}  // namespace
}  // namespace fstune
