// Each workload on each real filesystem: what it reports is what the device saw, and nothing is
// left behind.
#include "probes/workloads/workloads.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "probes/host/linux_mounts.h"
#include "probes/meters/warnings.h"
#include "tests/loop/loop_device.h"

namespace fstune::loop_test {
namespace {

using namespace std::chrono_literals;
using Case = std::tuple<std::string, std::string>;

class Workloads : public LoopTest, public testing::WithParamInterface<Case> {
  protected:
    void SetUp() override {
        LoopTest::SetUp();
        if (IsSkipped()) return;
        const auto filesystem = std::get<0>(GetParam());
        device_.emplace(std::uint64_t{1} << 30, std::vector<std::string>{"--direct-io=on"});
        if (filesystem == "ext4")
            run({"mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0", device_->path()});
        else
            run({"mkfs." + filesystem, "-f", device_->path()});
        ASSERT_TRUE(mounts_.mount(device_->path(), folder_.path(), filesystem, ""));
        mounted_ = true;
    }
    void TearDown() override {
        if (mounted_) {
            EXPECT_TRUE(mounts_.unmount(folder_.path()));
        }
    }

    // Mounting needs the filesystem itself, the others a folder on it.
    probes::WorkloadPlace place(const std::string& workload = "") const {
        struct statvfs room {};
        EXPECT_EQ(statvfs(folder_.path().c_str(), &room), 0);
        const auto free = room.f_bavail * room.f_frsize;
        if (workload == "mount")
            return {folder_.path(), device_->path(), free, 0, std::get<0>(GetParam()), "noatime"};
        const auto directory = folder_.path() + "/work";
        std::filesystem::create_directory(directory);
        return {directory, device_->path(), free, 0};
    }

    probes::PosixProcess process_;
    probes::LinuxMounts mounts_{process_};
    fakes::TemporaryFolder folder_;
    std::optional<LoopDevice> device_;
    bool mounted_ = false;
};

std::set<std::string> names_in(const std::string& directory) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory))
        names.insert(entry.path().filename());
    return names;
}

// Those that say something of the workload. What else this machine does, nobody here can help.
std::string own_warnings(const probes::WorkloadResult& result) {
    std::string all;
    for (const auto& text : result.warnings)
        if (!probes::is(probes::Warning::processor_busy, text) &&
            !probes::is(probes::Warning::device_busy, text))
            all += text + "\n";
    return all;
}

TEST_P(Workloads, MeasuresTheDeviceAndCleansUp) {
    const auto name = std::get<1>(GetParam());
    const auto workload = probes::make_workload(name).value();
    const auto here = place(name);
    ASSERT_FALSE(workload->unsuitable(here));
    const auto before = names_in(here.directory);
    probes::WorkloadSettings settings;
    settings.length = 300ms;
    const auto result = workload->run(here, settings);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_GT(result->value, 0);
    // Two count: how often, and how much, is not a matter of time.
    EXPECT_GE(result->seconds.at("measure"), name == "mount" || name == "fragmentation" ? 0 : 0.1);
    ASSERT_FALSE(result->phases.empty());
    EXPECT_GT(result->phases.front().operations, 0);
    EXPECT_GT(result->metrics.at("latency_p99_us"), 0);
    EXPECT_EQ(own_warnings(*result), "");
    if (name.ends_with("-read")) {
        EXPECT_GT(result->metrics.at("device_bytes_read_share"), 0.9);
    }
    if (name.ends_with("-write") || name == "db") {
        EXPECT_GT(result->metrics.at("device_bytes_written_share"), 0.9);
    }
    EXPECT_EQ(names_in(here.directory), before);
    if (name == "mount") {
        EXPECT_GT(result->metrics.at("mount_ms"), 0);
        EXPECT_GT(result->metrics.at("unmount_ms"), 0);
    }
}

// Traps that a result must not walk into unseen.
class Traps : public Workloads {
  protected:
    Result<probes::WorkloadResult> run_with(const std::string& name, std::uint64_t size,
                                            double compressible) {
        probes::WorkloadSettings settings;
        settings.length = 500ms;
        settings.size = size;
        settings.compressible = compressible;
        return probes::make_workload(name).value()->run(place(), settings);
    }
    static bool warned(const probes::WorkloadResult& result, probes::Warning warning) {
        return std::ranges::any_of(result.warnings,
                                   [&](const auto& text) { return probes::is(warning, text); });
    }
};

TEST_P(Traps, ASmallDataSetReadOverAndOverIsToldAndALargeOneIsNot) {
    const auto small = run_with("seq-read", 16 << 20, 0);
    ASSERT_TRUE(small) << small.error().message;
    EXPECT_TRUE(warned(*small, probes::Warning::data_set_too_small));
    const auto large = run_with("seq-read", 256 << 20, 0);
    ASSERT_TRUE(large) << large.error().message;
    EXPECT_FALSE(warned(*large, probes::Warning::data_set_too_small));
}

TEST_P(Traps, DataIsNotCompressedAwayBelowTheShareAskedFor) {
    ASSERT_TRUE(mounts_.unmount(folder_.path()));
    mounted_ = false;
    ASSERT_TRUE(mounts_.mount(device_->path(), folder_.path(), "btrfs", "compress-force=zstd"));
    mounted_ = true;
    const auto half = run_with("seq-write", 128 << 20, 0.5);
    ASSERT_TRUE(half) << half.error().message;
    EXPECT_GT(half->metrics.at("device_bytes_written_share"), 0.45);
    EXPECT_LT(half->metrics.at("device_bytes_written_share"), 0.75);
    EXPECT_FALSE(warned(*half, probes::Warning::compressed_away));
}

INSTANTIATE_TEST_SUITE_P(Btrfs, Traps, testing::Values(Case{"btrfs", "traps"}));

std::vector<Case> all_cases() {
    std::vector<Case> cases;
    for (const auto* filesystem : {"ext4", "xfs", "btrfs"})
        for (const auto& name : probes::workload_names()) cases.emplace_back(filesystem, name);
    return cases;
}

INSTANTIATE_TEST_SUITE_P(All, Workloads, testing::ValuesIn(all_cases()), [](const auto& test) {
    auto name = std::get<0>(test.param) + "_" + std::get<1>(test.param);
    for (auto& c : name)
        if (c == '-') c = '_';
    return name;
});

}  // namespace
}  // namespace fstune::loop_test
