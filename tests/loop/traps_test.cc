// What fools people who measure filesystems, each on a real one: the guard against it holds, and
// the meters tell where it does not. Each test fails when its guard is taken out.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/statvfs.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <thread>

#include "knowledge/catalogue.h"
#include "probes/host/host.h"
#include "probes/host/linux_mounts.h"
#include "probes/host/unique_fd.h"
#include "probes/meters/meters.h"
#include "probes/meters/warnings.h"
#include "probes/workloads/data_source.h"
#include "probes/workloads/workloads.h"
#include "tests/loop/loop_device.h"
#include "tests/loop/own_process.h"

namespace fstune::loop_test {
namespace {

using namespace std::chrono_literals;
using probes::Warning;
using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t mebi = 1 << 20;

std::string of_kind(const probes::WorkloadResult& result, Warning warning) {
    for (const auto& text : result.warnings)
        if (probes::is(warning, text)) return text;
    return "";
}

probes::Asked asked_to_read(std::uint64_t bytes) {
    probes::Asked asked;
    asked.bytes_read = asked.data_set = bytes;
    return asked;
}

probes::Asked asked_to_write(std::uint64_t bytes) {
    probes::Asked asked;
    asked.bytes_written = bytes;
    asked.compressible = 0.5;
    return asked;
}

class MeteredTraps : public LoopTest {
  protected:
    void SetUp() override {
        LoopTest::SetUp();
        if (!IsSkipped()) device_.emplace(512 * mebi, std::vector<std::string>{"--direct-io=on"});
    }
    void TearDown() override {
        if (mounted_) {
            EXPECT_TRUE(mounts_.unmount(folder_.path()));
        }
    }
    void mount(const std::string& filesystem, const std::string& options,
               const std::vector<std::string>& mkfs = {}) {
        std::vector<std::string> argv = {"mkfs." + filesystem, "-q"};
        argv.insert(argv.end(), mkfs.begin(), mkfs.end());
        argv.push_back(device_->path());
        run(argv);
        ASSERT_TRUE(mounts_.mount(device_->path(), folder_.path(), filesystem, options));
        mounted_ = true;
    }
    probes::WorkloadPlace place() const {
        struct statvfs room {};
        EXPECT_EQ(statvfs(folder_.path().c_str(), &room), 0);
        return {folder_.path(), device_->path(), room.f_bavail * room.f_frsize,
                std::uint64_t{4096} * mebi};
    }
    std::string file() const { return folder_.path() + "/file"; }
    // Written and synced; in the page cache afterwards.
    void write_file(std::uint64_t size, bool zeros) const {
        const probes::UniqueFd fd(open(file().c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
        probes::DataSource data(0, 1, mebi);
        const std::string nothing(mebi, '\0');
        for (std::uint64_t at = 0; at < size; at += mebi) {
            ASSERT_EQ(write(fd.get(), zeros ? nothing.data() : data.next(mebi), mebi),
                      static_cast<ssize_t>(mebi));
        }
        ASSERT_EQ(fsync(fd.get()), 0);
    }
    void read_file() const {
        const probes::UniqueFd fd(open(file().c_str(), O_RDONLY | O_CLOEXEC));
        std::string buffer(mebi, '\0');
        while (read(fd.get(), buffer.data(), mebi) > 0) {
        }
    }

    probes::PosixProcess process_;
    probes::LinuxMounts mounts_{process_};
    TemporaryFolder folder_;
    std::optional<LoopDevice> device_;
    bool mounted_ = false;
};

// Guard: the meters drop the data set and look whether it is gone.
TEST_F(MeteredTraps, APageCacheLeftWarmIsEmptiedBeforeMeasuring) {
    mount("ext4", "");
    write_file(128 * mebi, false);
    read_file();
    probes::WorkloadResult result;
    probes::Meters meters(place(), {file()});
    read_file();
    meters.stop();
    meters.add_to(result, asked_to_read(128 * mebi));
    EXPECT_LT(result.metrics.at("cached_at_start_share"), 0.01);
    EXPECT_GT(result.metrics.at("device_bytes_read_share"), 0.99);
    EXPECT_EQ(of_kind(result, Warning::cached_result), "");
}

// Guard: bytes from the device against bytes asked. A workload that does not name its files.
TEST_F(MeteredTraps, ACacheThatAnswersIsTold) {
    mount("ext4", "");
    write_file(64 * mebi, false);
    probes::WorkloadResult result;
    probes::Meters meters(place());
    read_file();
    meters.stop();
    meters.add_to(result, asked_to_read(64 * mebi));
    EXPECT_NE(of_kind(result, Warning::cached_result), "");
    EXPECT_THAT(of_kind(result, Warning::data_set_too_small), HasSubstr("of memory"));
}

// Guard: what compresses away is seen by what reaches the device.
TEST_F(MeteredTraps, DataThatCompressesToNothingIsTold) {
    mount("btrfs", "compress-force=zstd", {"-f"});
    for (const bool zeros : {true, false}) {
        probes::WorkloadResult result;
        probes::Meters meters(place());
        write_file(64 * mebi, zeros);
        meters.stop();
        meters.add_to(result, asked_to_write(64 * mebi));
        EXPECT_EQ(!of_kind(result, Warning::compressed_away).empty(), zeros)
            << result.metrics.at("write_amplification");
    }
}

// Guard: the result waits for a sync; what comes later is seen.
TEST_F(MeteredTraps, WritesThatWereNeverFlushedAreTold) {
    mount("ext4", "");
    for (const bool synced : {true, false}) {
        probes::WorkloadResult result;
        probes::Meters meters(place());
        std::ofstream out(file(), std::ios::binary);
        probes::DataSource data(0, 1, mebi);
        for (int i = 0; i < 64; ++i) out.write(data.next(mebi), mebi);
        out.close();
        if (synced) run({"sync", "-f", file()});
        meters.stop();
        meters.add_to(result, asked_to_write(64 * mebi));
        EXPECT_EQ(of_kind(result, Warning::cache_unflushed).empty(), synced)
            << of_kind(result, Warning::cache_unflushed);
    }
}

// Guard: the device is watched while it should be still, and what is only read is not written.
TEST_F(MeteredTraps, AParallelWriterOnTheSameDeviceIsTold) {
    mount("ext4", "", {"-E", "lazy_itable_init=0"});
    const auto busy = [&](bool writer) {
        std::atomic<bool> stop = !writer;
        std::thread other([&] {
            const auto path = folder_.path() + "/other";
            const probes::UniqueFd fd(
                open(path.c_str(), O_CREAT | O_WRONLY | O_DIRECT | O_CLOEXEC, 0600));
            probes::DataSource data(0, 2, mebi);
            for (off_t at = 0; !stop; at = (at + mebi) % static_cast<off_t>(64 * mebi))
                EXPECT_GT(pwrite(fd.get(), data.next(mebi), mebi, at), 0);
        });
        std::this_thread::sleep_for(writer ? 100ms : 0ms);
        probes::WorkloadSettings settings;
        settings.length = 500ms;
        settings.size = 64 * mebi;
        const auto work = folder_.path() + "/work";
        std::filesystem::create_directory(work);
        auto here = place();
        here.directory = work;
        const auto result = probes::make_workload("rand-read").value()->run(here, settings);
        stop = true;
        other.join();
        EXPECT_TRUE(result) << result.error().message;
        return result ? of_kind(*result, Warning::device_busy) : "";
    };
    EXPECT_THAT(busy(true), testing::AnyOf(HasSubstr("should have been still"),
                                           HasSubstr("while it was only read")));
    // Others may use the disk below; nobody uses this device.
    EXPECT_THAT(busy(false), testing::AllOf(Not(HasSubstr("should have been still")),
                                            Not(HasSubstr("while it was only read"))));
}

// Does what the test says in the mounted folder.
class LambdaWorkload : public probes::Workload {
  public:
    using Body = std::function<void(const probes::WorkloadPlace&)>;
    explicit LambdaWorkload(Body body) : body_(std::move(body)) {}
    std::string name() const override { return "lambda"; }
    std::string summary() const override { return "what the test says"; }
    probes::Metric metric() const override { return {"speed", "MB/s", true}; }
    std::optional<std::string> unsuitable(const probes::WorkloadPlace&) const override {
        return {};
    }
    Result<probes::WorkloadResult> run(const probes::WorkloadPlace& place,
                                       const probes::WorkloadSettings&) override {
        body_(place);
        probes::WorkloadResult result;
        result.value = 1;
        return result;
    }

  private:
    Body body_;
};

class TrialTraps : public LoopTest {};

// Guard: mkfs of a probe initialises everything itself. Without it the kernel zeroes the inode
// tables of all groups but the first while the probe runs.
TEST_F(TrialTraps, NoLazyInitialisationRunsWhileMeasuring) {
    const LoopDevice loop(1024 * mebi);
    own_process([&] {
        auto host = probes::open_host({.device = loop.path()});
        ASSERT_TRUE(host) << host.error().message;
        std::string groups;
        LambdaWorkload looks([&](const auto& place) {
            groups = run({"dumpe2fs", place.device}).out;
        });
        const auto outcome = (*host)->runner(looks, {}, {})->run({.configuration = {"ext4", {}}});
        ASSERT_TRUE(outcome) << outcome.error().message;
        int all = 0, zeroed = 0;
        std::istringstream lines(groups);
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with("Group ") || line.find("(Blocks ") == std::string::npos) continue;
            ++all;
            zeroed += line.find("ITABLE_ZEROED") != std::string::npos ? 1 : 0;
        }
        EXPECT_GE(all, 8);
        EXPECT_EQ(zeroed, all) << groups;
    });
}

// Guard: what was set is read back. XFS takes 3 MiB, exits with 0, and uses 1 MiB.
TEST_F(TrialTraps, AnOptionThatTheKernelQuietlyChangedIsNoMeasurement) {
    const LoopDevice loop(512 * mebi);
    own_process([&] {
        auto host = probes::open_host({.device = loop.path()});
        ASSERT_TRUE(host) << host.error().message;
        const auto space = knowledge::applicable_parameters({.filesystems = {"xfs"},
                                                             .allowed = {knowledge::Risk::safe},
                                                             .device = (*host)->device(),
                                                             .machine = (*host)->machine()});
        ASSERT_TRUE(space);
        bool measured = false;
        LambdaWorkload counts([&](const auto&) { measured = true; });
        const auto runner = (*host)->runner(counts, space->parameters, {});
        const auto with = [&](std::int64_t allocsize) {
            measured = false;
            return runner->run({.configuration = {"xfs", {{"xfs.allocsize", allocsize}}}}).value();
        };
        const auto changed = with(3145728);
        EXPECT_FALSE(measured);
        ASSERT_TRUE(std::holds_alternative<knowledge::Failure>(changed));
        EXPECT_EQ(std::get<knowledge::Failure>(changed).kind, knowledge::FailureKind::not_applied);
        EXPECT_TRUE(std::holds_alternative<knowledge::Measurement>(with(1048576)));
        EXPECT_TRUE(measured);
    });
}

}  // namespace
}  // namespace fstune::loop_test
