// Each real program on a real filesystem beside its built-in twin: both give figures of the same
// unit, did what they were asked to do, and the ratio is told. How fast either is is no matter
// here.
#include "probes/programs/programs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/statvfs.h>

#include <cmath>
#include <filesystem>
#include <optional>

#include "probes/host/linux_mounts.h"
#include "probes/workloads/workloads.h"
#include "tests/loop/loop_device.h"

namespace fstune::loop_test {
namespace {

using namespace std::chrono_literals;

class Programs : public LoopTest {
  protected:
    void SetUp() override {
        LoopTest::SetUp();
        if (IsSkipped()) return;
        device_.emplace(std::uint64_t{1} << 30, std::vector<std::string>{"--direct-io=on"});
        run({"mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0", device_->path()});
        ASSERT_TRUE(mounts_.mount(device_->path(), folder_.path(), "ext4", ""));
        mounted_ = true;
        std::filesystem::create_directory(work_);
    }
    // What a program started and left would keep the mount busy.
    void TearDown() override {
        if (!mounted_) return;
        EXPECT_TRUE(std::filesystem::is_empty(work_));
        EXPECT_TRUE(mounts_.unmount(folder_.path()));
    }
    probes::WorkloadPlace place() const {
        struct statvfs room {};
        EXPECT_EQ(statvfs(work_.c_str(), &room), 0);
        return {work_, device_->path(), room.f_bavail * room.f_frsize, 0};
    }
    Result<probes::WorkloadResult> measured(probes::Workload& workload,
                                            std::chrono::nanoseconds length = 500ms) {
        probes::WorkloadSettings settings;
        settings.length = length;
        EXPECT_FALSE(workload.unsuitable(place()));
        auto result = workload.run(place(), settings);
        EXPECT_TRUE(result) << (result ? "" : result.error().message);
        return result;
    }
    std::unique_ptr<probes::Workload> program(const probes::ProgramRequest& request) {
        auto made = probes::make_program(request, {process_, probes::find_program});
        EXPECT_TRUE(made) << (made ? "" : made.error().message);
        return made ? std::move(*made) : nullptr;
    }
    static void plausible(const probes::WorkloadResult& result) {
        EXPECT_TRUE(std::isfinite(result.value));
        EXPECT_GT(result.value, 0);
        EXPECT_GT(result.seconds.at("measure"), 0);
    }
    // `scale`: of the program's unit to the twin's.
    void tell(const std::string& program, double value, const std::string& twin, double other,
              double scale = 1) {
        RecordProperty(program + "_over_" + twin, fmt::format("{:.3f}", value * scale / other));
        fmt::print("{} over {}: {:.3f}\n", program, twin, value * scale / other);
    }

    probes::PosixProcess process_;
    probes::LinuxMounts mounts_{process_};
    fakes::TemporaryFolder folder_;
    std::string work_ = folder_.path() + "/work";
    std::optional<LoopDevice> device_;
    bool mounted_ = false;
};

TEST_F(Programs, FioReadsWhatItsJobSaysAndSoDoesItsTwin) {
    probes::ProgramRequest request;
    request.program = "fio";
    request.job = "[reader]\nrw=read\nbs=256k\nsize=64m\nnumjobs=2\ngroup_reporting\n";
    request.metrics = {"read.bw_bytes", "read.io_bytes"};
    const auto fio = program(request);
    const auto real = measured(*fio);
    const auto twin = measured(*probes::make_workload("seq-read").value());
    ASSERT_TRUE(real && twin);
    plausible(*real);
    plausible(*twin);
    EXPECT_EQ(fio->metric().unit, "B/s");
    EXPECT_EQ(real->metrics.at("read.io_bytes"), 2 * (64 << 20));
    // It was read from the device, and not from memory.
    EXPECT_GE(real->metrics.at("device_bytes_read"), 0.95 * 2 * (64 << 20));
    tell("fio", real->value, "seq-read", twin->value, 1e-6);
}

TEST_F(Programs, FsMarkMakesTheFilesAskedForAndSoDoesItsTwin) {
    probes::ProgramRequest request;
    request.program = "fs_mark";
    const auto fs_mark = program(request);
    const auto real = measured(*fs_mark);
    const auto create = probes::make_workload("create").value();
    const auto twin = measured(*create);
    ASSERT_TRUE(real && twin);
    plausible(*real);
    plausible(*twin);
    EXPECT_EQ(fs_mark->metric().unit, create->metric().unit);
    EXPECT_EQ(real->metrics.at("files_made"), 500);  // a thousand for each second of the probe
    EXPECT_EQ(real->metrics.at("bytes_a_file"), 4096);
    EXPECT_GE(real->metrics.at("device_bytes_written"), 500 * 4096);
    tell("fs_mark", real->value, "create", twin->value);
}

TEST_F(Programs, PostmarkDeletesWhatItMade) {
    probes::ProgramRequest request;
    request.program = "postmark";
    const auto real = measured(*program(request));
    ASSERT_TRUE(real);
    plausible(*real);
    const auto count = [&](const char* name) { return real->metrics.at(name); };
    EXPECT_EQ(count("files_created"), count("files_deleted"));
    EXPECT_GE(count("files_created"), 1000);  // 5000 transactions on a fifth as many files
    // Each transaction reads or appends, unless no file is left to.
    EXPECT_LE(count("files_read") + count("files_appended"), 5000);
    EXPECT_GT(count("files_read") + count("files_appended"), 4500);
}

TEST_F(Programs, DbenchRunsForTheProbeWithItsClients) {
    probes::ProgramRequest request;
    request.program = "dbench";
    const auto real = measured(*program(request));
    ASSERT_TRUE(real);
    plausible(*real);
    EXPECT_EQ(real->metrics.at("clients"), 4);
    EXPECT_GE(real->seconds.at("measure"), 2.0);  // it counts whole seconds, from the second on
    EXPECT_GT(real->metrics.at("max_latency"), 0);
}

TEST_F(Programs, BonnieWritesTheFileItSays) {
    probes::ProgramRequest request;
    request.program = "bonnie++";
    const auto real = measured(*program(request));
    ASSERT_TRUE(real);
    plausible(*real);
    const double bytes = real->metrics.at("file_mib") * (1 << 20);
    EXPECT_GE(bytes, 64 << 20);
    EXPECT_GE(real->metrics.at("device_bytes_written"), 0.95 * bytes);
}

TEST_F(Programs, ACommandOfTheUsersIsMeasured) {
    probes::ProgramRequest request;
    request.program = "command";
    request.command =
        "dd if=/dev/urandom of={dir}/a bs=64k count=64 conv=fsync && echo rate=$(stat -c %s a)";
    request.regex = "rate=([0-9]+)";
    request.higher_is_better = true;
    const auto real = measured(*program(request));
    ASSERT_TRUE(real);
    EXPECT_EQ(real->value, 64 * 65536);
    EXPECT_GE(real->metrics.at("device_bytes_written"), 64 * 65536);
}

// fio's processes leave its group: the mount is free again all the same (see TearDown).
TEST_F(Programs, FioThatIsStoppedLeavesNothingOnTheMount) {
    probes::ProgramRequest request;
    request.program = "fio";
    request.job = "[writer]\nrw=randwrite\nsize=64m\nnumjobs=4\ntime_based\nruntime=300\nfsync=1\n";
    request.metrics = {"write.iops"};
    request.timeout = 2s;
    const auto fio = program(request);
    const auto result = fio->run(place(), {});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::timed_out);
}

TEST_F(Programs, AFullFilesystemIsAFailureWithItsReason) {
    probes::ProgramRequest request;
    request.program = "fio";
    request.job = "[writer]\nioengine=falloc\nrw=write\nbs=16m\nsize=2g\nfallocate=none\n";
    request.metrics = {"write.bw"};
    const auto fio = program(request);
    const auto result = fio->run(place(), {});
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find("No space left"), std::string::npos)
        << result.error().message;
}

}  // namespace
}  // namespace fstune::loop_test
