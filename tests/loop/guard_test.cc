// The guard on real devices of this kernel. What it cannot make here (md, multipath) is in
// tests/probes/host/guard_test.cc, on captured trees.
#include "probes/host/guard.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "probes/host/disk_files.h"
#include "probes/host/linux_block_devices.h"
#include "probes/host/linux_mounts.h"
#include "probes/host/private_namespace.h"
#include "probes/host/unique_fd.h"
#include "tests/loop/loop_device.h"
#include "tests/loop/own_process.h"

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
        run({"sync", loop.path()});
        const auto before = checksum(loop.file());
        auto said = refusal(loop.path(), wipe);
        run({"sync", loop.path()});
        EXPECT_EQ(checksum(loop.file()), before);

        return said;
    }

    static std::string checksum(const std::string& file) { return run({"cksum", "--", file}).out; }
    static void write_at(const LoopDevice& loop, off_t at, const std::string& bytes) {
        const UniqueFd device(open(loop.path().c_str(), O_WRONLY | O_CLOEXEC));
        ASSERT_EQ(pwrite(device.get(), bytes.data(), bytes.size(), at),
                  static_cast<ssize_t>(bytes.size()));
    }
    // The marks that the tools of these layers leave, as far as libblkid asks for them.
    static void write_signature(const LoopDevice& loop, const std::string& type) {
        if (type == "crypto_LUKS") {
            write_at(loop, 0, std::string("LUKS\xba\xbe\0\x01", 8));
        } else if (type == "LVM2_member") {
            write_at(
                loop, 512,
                std::string("LABELONE\x01\0\0\0\0\0\0\0\x59\xb1\x27\x15\x20\0\0\0LVM2 001", 32));
        } else if (type == "linux_raid_member") {  // version 1.2, 4 KiB from the start
            write_at(loop, 4096, std::string("\xfc\x4e\x2b\xa9\x01\0\0\0", 8));
            write_at(loop, 4096 + 144, std::string("\x08\0\0\0\0\0\0\0", 8));
        } else {  // at least four uberblocks
            for (int i = 0; i < 8; ++i)
                write_at(loop, 131072 + i * 1024, std::string("\x0c\xb1\xba\0\0\0\0\0", 8));
        }
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
        const LoopDevice loop(112 * MiB);
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

TEST_F(GuardOnLoop, RefusesAMountedDeviceEvenWithConsent) {
    const LoopDevice loop(64 * MiB);
    const TemporaryFolder folder;
    run({"mkfs.ext4", "-q", loop.path()});
    run({"mount", loop.path(), folder.path()});
    for (const bool wipe : {false, true})
        EXPECT_THAT(refusal_without_writes(loop, wipe),
                    HasSubstr("is mounted at " + folder.path()));
    run({"umount", folder.path()});
    EXPECT_TRUE(admit(loop.path(), true));
}

TEST_F(GuardOnLoop, RefusesAMountedBtrfsThoughItsDeviceNumberIsAnother) {
    const LoopDevice first(112 * MiB), second(112 * MiB);
    const TemporaryFolder folder;
    run({"mkfs.btrfs", "-q", "-d", "single", first.path(), second.path()});
    run({"mount", first.path(), folder.path()});
    EXPECT_THAT(refusal_without_writes(first, true), HasSubstr(folder.path()));
    EXPECT_THAT(refusal_without_writes(second, true), HasSubstr("held by another program"));
    run({"umount", folder.path()});
}

TEST_F(GuardOnLoop, RefusesADeviceInUseThroughAPartition) {
    const LoopDevice loop(128 * MiB, {"-P"});
    loop_test::make_partition(loop, 60 * MiB);
    const auto partition = loop.path() + "p1";
    ASSERT_TRUE(files_.exists(partition));
    EXPECT_THAT(refusal_without_writes(loop),
                AllOf(HasSubstr("partition table (dos)"), HasSubstr(loop.name() + "p1")));
    const TemporaryFolder folder;
    run({"mkfs.ext4", "-q", partition});
    run({"mount", partition, folder.path()});
    EXPECT_THAT(refusal_without_writes(loop, true), HasSubstr("p1 (on " + loop.name() + ")"));
    EXPECT_THAT(refusal(partition, true), HasSubstr("is mounted at"));
    run({"umount", folder.path()});
    auto device = admit(loop.path(), true);
    ASSERT_TRUE(device) << device.error().message;
    ASSERT_TRUE(guard_.clear(*device));
    EXPECT_FALSE(files_.exists(partition));
    EXPECT_TRUE(guard_.check_again(*device));
}

TEST_F(GuardOnLoop, RefusesActiveSwap) {
    const LoopDevice loop(64 * MiB);
    run({"mkswap", loop.path()});
    run({"swapon", loop.path()});
    EXPECT_THAT(refusal_without_writes(loop, true), HasSubstr("swapoff"));
    run({"swapoff", loop.path()});
}

TEST_F(GuardOnLoop, RefusesAReadOnlyDevice) {
    const LoopDevice loop(64 * MiB, {"-r"});
    EXPECT_THAT(refusal_without_writes(loop, true), HasSubstr("read-only"));
}

TEST_F(GuardOnLoop, RefusesATooSmallDeviceWithBothSizes) {
    const LoopDevice loop(16 * MiB);
    EXPECT_THAT(refusal_without_writes(loop, true),
                AllOf(HasSubstr("16 MiB"), HasSubstr("64 MiB")));
}

TEST_F(GuardOnLoop, RefusesWhatAnotherProgramHoldsExclusively) {
    const LoopDevice loop(64 * MiB);
    const UniqueFd holder(open(loop.path().c_str(), O_RDONLY | O_EXCL | O_CLOEXEC));
    ASSERT_TRUE(holder);
    EXPECT_THAT(refusal_without_writes(loop, true), HasSubstr("held by another program"));
}

// As `dd` and databases do: without O_EXCL.
TEST_F(GuardOnLoop, RefusesWhatAnotherProcessHasOpenForWriting) {
    const LoopDevice loop(64 * MiB), other(64 * MiB);
    for (const int how : {O_WRONLY, O_RDWR}) {
        const loop_test::Opener writer(loop.path(), how);
        EXPECT_THAT(refusal_without_writes(loop, true),
                    HasSubstr(fmt::format("process {} (test_loop) has {} open for writing",
                                          writer.process(), loop.name())));
        EXPECT_TRUE(admit(other.path()));
    }
    const auto device = admit(loop.path());
    ASSERT_TRUE(device) << device.error().message;
    EXPECT_TRUE(guard_.check_again(*device));
    const loop_test::Opener writer(loop.path(), O_RDWR);
    EXPECT_THAT(guard_.check_again(*device).error().message, HasSubstr("open for writing"));
}

TEST_F(GuardOnLoop, RefusesADiskWhosePartitionIsOpenForWriting) {
    const LoopDevice loop(128 * MiB, {"-P"});
    loop_test::make_partition(loop, 60 * MiB);
    const auto partition = loop.path() + "p1";
    {
        const loop_test::Opener writer(partition, O_RDWR);
        EXPECT_THAT(refusal(loop.path(), true), HasSubstr(loop.name() + "p1 open for writing"));
    }
    const loop_test::Opener writer(loop.path(), O_RDWR);
    EXPECT_THAT(refusal(partition, true), HasSubstr(loop.name() + " open for writing"));
}

TEST_F(GuardOnLoop, WarnsOfWhoReadsAndNotOfWhoOnlyNames) {
    const LoopDevice loop(64 * MiB);
    {
        const loop_test::Opener reader(loop.path(), O_RDONLY);
        const auto device = admit(loop.path());
        ASSERT_TRUE(device) << device.error().message;
        EXPECT_THAT(device->warnings(), testing::ElementsAre(HasSubstr("open for reading")));
        EXPECT_TRUE(guard_.check_again(*device));
    }
    const loop_test::Opener namer(loop.path(), O_PATH);
    const auto device = admit(loop.path());
    ASSERT_TRUE(device) << device.error().message;
    EXPECT_THAT(device->warnings(), testing::IsEmpty());
}

TEST_F(GuardOnLoop, RefusesMembersOfSomethingLargerAndAdvisesNoWiping) {
    for (const auto* type : {"linux_raid_member", "LVM2_member", "zfs_member"}) {
        const LoopDevice loop(64 * MiB);
        write_signature(loop, type);
        for (const bool wipe : {false, true})
            EXPECT_THAT(refusal_without_writes(loop, wipe),
                        AllOf(HasSubstr(type), Not(HasSubstr("wipe"))));
    }
}

TEST_F(GuardOnLoop, RefusesAnEncryptedVolumeUntilToldToWipe) {
    const LoopDevice loop(64 * MiB);
    write_signature(loop, "crypto_LUKS");
    EXPECT_THAT(refusal_without_writes(loop), AllOf(HasSubstr("crypto_LUKS"), HasSubstr("--wipe")));
    EXPECT_TRUE(admit(loop.path(), true));
}

TEST_F(GuardOnLoop, RefusesTheDiskUnderTheRunningSystem) {
    std::string disk;
    const auto mounted = mounts_.list();
    ASSERT_TRUE(mounted);
    for (const auto& entry : *mounted)
        if (entry.target == "/" && entry.source.starts_with("/dev/")) disk = entry.source;
    if (disk.empty()) return;  // a container: covered on captured trees
    EXPECT_THAT(refusal(disk, true), HasSubstr("the running system lives on it"));
}

TEST_F(GuardOnLoop, RefusesAFileThatAnotherLoopDeviceHasMounted) {
    const LoopDevice first(64 * MiB);
    run({"mkfs.ext4", "-q", first.path()});
    const TemporaryFolder folder;
    // By another name, to see that the file counts and not how it is called.
    const auto link = folder.path() + "/other name";
    std::filesystem::create_hard_link(first.file(), link);
    const LoopDevice second(link);
    run({"mkdir", folder.path() + "/mnt"});
    run({"mount", first.path(), folder.path() + "/mnt"});
    EXPECT_THAT(refusal_without_writes(second, true),
                AllOf(HasSubstr("is also behind " + first.name()), HasSubstr("is mounted at")));
    run({"umount", folder.path() + "/mnt"});
    EXPECT_THAT(refusal_without_writes(second, true), HasSubstr("is also behind " + first.name()));
}

TEST_F(GuardOnLoop, RefusesAFileThatIsLocked) {
    const LoopDevice loop(64 * MiB);
    const UniqueFd file(open(loop.file().c_str(), O_RDWR | O_CLOEXEC));
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    ASSERT_EQ(fcntl(file.get(), F_OFD_SETLK, &lock), 0);
    EXPECT_THAT(refusal_without_writes(loop, true), HasSubstr("locked"));
}

TEST_F(GuardOnLoop, RefusesALoopDeviceThatOnlyPassesOn) {
    const LoopDevice below(64 * MiB);
    const LoopDevice above(below.path());
    EXPECT_THAT(refusal_without_writes(above, true),
                HasSubstr("passes on to the device " + below.name()));
}

TEST_F(GuardOnLoop, RefusesWhatIsNoBlockDevice) {
    const TemporaryFolder folder;
    const auto fifo = folder.path() + "/fifo";
    ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
    for (const auto& path :
         {fifo, folder.path(), std::string("/dev/null"), std::string("/etc/passwd")})
        EXPECT_EQ(admit(path).error().code, ErrorCode::bad_input) << path;
    EXPECT_EQ(admit("/dev/fstune-no-such-device").error().code, ErrorCode::failed);
    EXPECT_FALSE(admit(""));
    EXPECT_FALSE(admit(std::string(10000, 'a')));
}

TEST_F(GuardOnLoop, TakesOddNamesForWhatTheyLeadTo) {
    const LoopDevice loop(64 * MiB);
    const TemporaryFolder folder;
    for (const auto* name :
         {"with space", "two\nlines", "-leading", "\xff\xfe", "$(touch x)", "a;b"}) {
        const auto link = folder.path() + "/" + name;
        std::filesystem::create_symlink(loop.path(), link);
        const auto device = admit(link);
        ASSERT_TRUE(device) << device.error().message;
        EXPECT_EQ(device->path(), loop.path());
    }
}

TEST_F(GuardOnLoop, ALinkThatIsPointedElsewhereChangesNothing) {
    const LoopDevice chosen(64 * MiB), other(64 * MiB);
    const TemporaryFolder folder;
    const auto link = folder.path() + "/disk";
    std::filesystem::create_symlink(chosen.path(), link);
    const auto device = admit(link);
    ASSERT_TRUE(device);
    std::filesystem::remove(link);
    std::filesystem::create_symlink(other.path(), link);
    EXPECT_EQ(device->path(), chosen.path());
    EXPECT_TRUE(guard_.check_again(*device));
}

// In a mount namespace of its own, so that nobody else sees the path changed.
TEST_F(GuardOnLoop, SeesThatItsPathNowLeadsToAnotherDevice) {
    const LoopDevice chosen(64 * MiB), other(64 * MiB);
    loop_test::own_process([&] {
        const auto device = admit(chosen.path());
        ASSERT_TRUE(device);
        ASSERT_TRUE(enter_private_namespace());
        ASSERT_TRUE(guard_.check_again(*device));
        run({"mount", "--bind", other.path(), chosen.path()});
        const auto again = guard_.check_again(*device);
        ASSERT_FALSE(again);
        EXPECT_EQ(again.error().code, ErrorCode::refused);
        EXPECT_THAT(again.error().message, HasSubstr("now leads to another device"));
    });
}

TEST_F(GuardOnLoop, SeesThatTheDeviceWasMountedAfterTheCheck) {
    const LoopDevice loop(64 * MiB);
    const auto device = admit(loop.path());
    ASSERT_TRUE(device);
    run({"mkfs.ext4", "-q", loop.path()});
    const TemporaryFolder folder;
    run({"mount", loop.path(), folder.path()});
    const auto again = guard_.check_again(*device);
    run({"umount", folder.path()});
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, ErrorCode::refused);
    EXPECT_THAT(again.error().message, HasSubstr("is mounted at"));
}

TEST_F(GuardOnLoop, SeesWhatSomeoneElseWroteAfterTheCheck) {
    const LoopDevice loop(64 * MiB);
    auto device = admit(loop.path());
    ASSERT_TRUE(device);
    run({"mkfs.ext4", "-q", loop.path()});
    const auto again = guard_.check_again(*device);
    ASSERT_FALSE(again);
    EXPECT_THAT(again.error().message, HasSubstr("ext4"));
    Guard::expect(*device, "ext4");
    EXPECT_TRUE(guard_.check_again(*device));
}

TEST_F(GuardOnLoop, SeesAPartitionThatWasAddedAfterTheCheck) {
    const LoopDevice loop(64 * MiB, {"-P"});
    const auto device = admit(loop.path());
    ASSERT_TRUE(device);
    loop_test::make_partition(loop, 60 * MiB);
    const auto again = guard_.check_again(*device);
    ASSERT_FALSE(again);
    EXPECT_THAT(again.error().message, HasSubstr(loop.name() + "p1"));
}

TEST_F(GuardOnLoop, SeesThatTheSizeChanged) {
    const LoopDevice loop(64 * MiB);
    const auto device = admit(loop.path());
    ASSERT_TRUE(device);
    std::filesystem::resize_file(loop.file(), 128 * MiB);
    run({"losetup", "-c", loop.path()});
    const auto again = guard_.check_again(*device);
    ASSERT_FALSE(again);
    EXPECT_THAT(again.error().message, HasSubstr("no longer the device that was chosen"));
}

// While the guard's device lives, the kernel cannot give its number to another file.
TEST_F(GuardOnLoop, ADetachedDeviceStaysTheSameUntilItIsLetGo) {
    LoopDevice loop(64 * MiB);
    {
        const auto device = admit(loop.path());
        ASSERT_TRUE(device);
        run({"losetup", "-d", loop.path()});
        const LoopDevice next(64 * MiB);
        EXPECT_NE(next.path(), loop.path());
        EXPECT_TRUE(guard_.check_again(*device));
    }
    loop.forget();
}

}  // namespace
}  // namespace fstune::probes
