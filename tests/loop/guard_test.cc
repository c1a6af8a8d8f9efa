// The guard on real devices of this kernel. What it cannot make here (md, multipath) is in
// tests/probes/host/guard_test.cc, on captured trees.
#include "probes/host/guard.h"

#include <gmock/gmock.h>

#include "probes/host/disk_files.h"
#include "probes/host/linux_block_devices.h"
#include "probes/host/linux_mounts.h"
#include "tests/loop/loop_device.h"

namespace fstune::probes {
namespace {

using loop_test::LoopDevice;
using loop_test::run;
using loop_test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t MiB = 1 << 20;

class GuardOnLoop : public loop_test::LoopTest {
  protected:
    Result<ScratchDevice> admit(const std::string& path, bool wipe = false) {
        return guard_.admit(path, {.wipe = wipe});
    }
    std::string refusal(const std::string& path, bool wipe = false) {
        const auto device = admit(path, wipe);
        if (device) return "admitted";
        EXPECT_EQ(device.error().code, ErrorCode::refused) << device.error().message;
        return device.error().message;
    }
    // What the guard says of a device never costs a byte of it.
    std::string refusal_without_writes(const LoopDevice& loop, bool wipe = false) {
        const auto before = run({"sha256sum", loop.path()}).out;
        auto said = refusal(loop.path(), wipe);
        EXPECT_EQ(run({"sha256sum", loop.path()}).out, before);
        EXPECT_EQ(run({"sha256sum", loop.file()}).out.substr(0, 64), before.substr(0, 64));
        return said;
    }

    PosixProcess process_;
    DiskFiles files_;
    LinuxMounts mounts_{process_};
    LinuxBlockDevices devices_;
    Guard guard_{files_, mounts_, devices_};
};

TEST_F(GuardOnLoop, AdmitsAnEmptyDevice) {
    const LoopDevice loop(128 * MiB);
    const auto device = admit(loop.path());
    ASSERT_TRUE(device) << device.error().message;
    EXPECT_EQ(device->path(), loop.path());
    EXPECT_EQ(device->identity().descriptor.size, 128 * MiB);
    EXPECT_TRUE(guard_.check_again(*device));
}

TEST_F(GuardOnLoop, RefusesWhatCarriesAFilesystemUntilToldToWipe) {
    for (const auto* mkfs : {"mkfs.ext4", "mkfs.btrfs", "mkswap"}) {
        const LoopDevice loop(128 * MiB);
        run({mkfs, loop.path()});
        const std::string type = std::string(mkfs) == "mkswap" ? "swap" : mkfs + 5;
        EXPECT_THAT(refusal_without_writes(loop), AllOf(HasSubstr(type), HasSubstr("--wipe")));
        auto device = admit(loop.path(), true);
        ASSERT_TRUE(device) << device.error().message;
        ASSERT_TRUE(guard_.clear(*device));
        EXPECT_EQ(run({"wipefs", loop.path()}).out, "");
        EXPECT_TRUE(guard_.check_again(*device));
    }
}

}  // namespace
}  // namespace fstune::probes
