// Whole trials on a real device: what they measure, and that nothing is left afterwards.
#include "probes/host/host_trial_runner.h"

#include <gmock/gmock.h>

#include <functional>

#include "probes/host/disk_files.h"
#include "probes/host/host.h"
#include "tests/loop/loop_device.h"
#include "tests/loop/machine_state.h"
#include "tests/loop/own_process.h"

namespace fstune::probes {
namespace {

using knowledge::Failure;
using knowledge::FailureKind;
using knowledge::Measurement;
using loop_test::LoopDevice;
using loop_test::machine_state;
using loop_test::own_process;
using testing::HasSubstr;

constexpr std::uint64_t MiB = 1 << 20;

// Does what the test says in the mounted folder.
class LambdaWorkload : public Workload {
  public:
    using Body = std::function<Result<WorkloadResult>(const WorkloadPlace&)>;
    explicit LambdaWorkload(Body body) : body_(std::move(body)) {}
    std::string name() const override { return "lambda"; }
    std::string summary() const override { return "what the test says"; }
    Metric metric() const override { return {"speed", "MB/s", true}; }
    std::optional<std::string> unsuitable(const WorkloadPlace&) const override { return {}; }
    Result<WorkloadResult> run(const WorkloadPlace& place, const WorkloadSettings&) override {
        return body_(place);
    }

  private:
    Body body_;
};

LambdaWorkload writes_a_file() {
    return LambdaWorkload([](const WorkloadPlace& place) -> Result<WorkloadResult> {
        std::ofstream(place.directory + "/file") << "written";
        WorkloadResult result;
        result.value = static_cast<double>(place.free_bytes);
        return result;
    });
}

class HostTrials : public loop_test::LoopTest {};

TEST_F(HostTrials, MeasureEachFilesystemAndLeaveNothing) {
    const LoopDevice loop(320 * MiB);
    const auto before = machine_state({loop.path()});
    own_process([&] {
        auto host = open_host({.device = loop.path()});
        ASSERT_TRUE(host) << host.error().message;
        auto workload = writes_a_file();
        auto runner = (*host)->runner(workload, {}, {});
        for (const auto* filesystem : {"ext4", "btrfs", "xfs", "ext4"}) {
            const auto outcome = runner->run({.configuration = {filesystem, {}}});
            ASSERT_TRUE(outcome) << outcome.error().message;
            const auto* measured = std::get_if<Measurement>(&*outcome);
            ASSERT_NE(measured, nullptr) << std::get<Failure>(*outcome).reason;
            EXPECT_GT(measured->value, 50e6);
            EXPECT_TRUE(measured->seconds.contains("mkfs"));
            EXPECT_TRUE(measured->seconds.contains("unmount"));
        }
        EXPECT_TRUE((*host)->close());
    });
    EXPECT_EQ(machine_state({loop.path()}), before);
}

TEST_F(HostTrials, OnAScratchFileLeaveNeitherFileNorDevice) {
    const loop_test::TemporaryFolder folder;
    const auto before = machine_state({folder.path()});
    own_process([&] {
        auto host =
            open_host({.scratch = ScratchRequest{.size = 128 * MiB, .directory = folder.path()}});
        ASSERT_TRUE(host) << host.error().message;
        EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
        EXPECT_EQ((*host)->device().size, 128 * MiB);
        auto workload = writes_a_file();
        const auto outcome =
            (*host)->runner(workload, {}, {})->run({.configuration = {"ext4", {}}});
        ASSERT_TRUE(outcome) << outcome.error().message;
        EXPECT_TRUE(std::holds_alternative<Measurement>(*outcome));
    });
    EXPECT_EQ(machine_state({folder.path()}), before);
}

TEST_F(HostTrials, AWorkloadThatFailsIsDataAndLeavesNothing) {
    const LoopDevice loop(128 * MiB);
    const auto before = machine_state({loop.path()});
    own_process([&] {
        auto host = open_host({.device = loop.path()});
        ASSERT_TRUE(host) << host.error().message;
        LambdaWorkload workload([](const WorkloadPlace&) -> Result<WorkloadResult> {
            return fail(ErrorCode::failed, "the probe broke");
        });
        const auto outcome =
            (*host)->runner(workload, {}, {})->run({.configuration = {"ext4", {}}});
        ASSERT_TRUE(outcome) << outcome.error().message;
        ASSERT_TRUE(std::holds_alternative<Failure>(*outcome));
        EXPECT_EQ(std::get<Failure>(*outcome).kind, FailureKind::probe_failed);
        EXPECT_EQ(std::get<Failure>(*outcome).reason, "the probe broke");
    });
    EXPECT_EQ(machine_state({loop.path()}), before);
}

TEST_F(HostTrials, MountsAreNotSeenOutside) {
    const LoopDevice loop(128 * MiB);
    own_process([&] {
        auto host = open_host({.device = loop.path()});
        ASSERT_TRUE(host) << host.error().message;
        LambdaWorkload workload([&](const WorkloadPlace&) -> Result<WorkloadResult> {
            EXPECT_THAT(DiskFiles().read("/proc/self/mountinfo").value(), HasSubstr(loop.path()));
            EXPECT_THAT(
                DiskFiles().read("/proc/" + std::to_string(getppid()) + "/mountinfo").value(),
                testing::Not(HasSubstr(loop.path())));
            return WorkloadResult{};
        });
        const auto outcome =
            (*host)->runner(workload, {}, {})->run({.configuration = {"ext4", {}}});
        ASSERT_TRUE(outcome && std::holds_alternative<Measurement>(*outcome));
    });
}

TEST_F(HostTrials, AFailedMkfsIsDataInItsOwnWords) {
    const LoopDevice loop(128 * MiB);  // mkfs.xfs wants 300 MB
    own_process([&] {
        auto host = open_host({.device = loop.path()});
        ASSERT_TRUE(host) << host.error().message;
        auto workload = writes_a_file();
        const auto outcome = (*host)->runner(workload, {}, {})->run({.configuration = {"xfs", {}}});
        ASSERT_TRUE(outcome) << outcome.error().message;
        ASSERT_TRUE(std::holds_alternative<Failure>(*outcome));
        EXPECT_EQ(std::get<Failure>(*outcome).kind, FailureKind::mkfs_refused);
        EXPECT_THAT(std::get<Failure>(*outcome).reason, HasSubstr("300MB"));
    });
}

}  // namespace
}  // namespace fstune::probes
