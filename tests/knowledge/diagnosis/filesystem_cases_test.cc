// The published cases of mkfs, mount options and fstab, each under its number, with siblings and
// clean neighbours.
#include <gmock/gmock.h>

#include "knowledge/diagnosis/fstab_rules.h"
#include "tests/knowledge/diagnosis/said.h"

namespace fstune::knowledge::diagnosis {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(Case, C24StripeThatDoesNotFitTheCluster) {
    const auto* code = "stripe-not-aligned-to-cluster";
    EXPECT_EQ(number(find(of_case("24-dumpe2fs-bigalloc.txt"), code), "proposed_stripe_width"), 48);
    auto fits = data_file("cases/24-dumpe2fs-bigalloc.txt");
    fits.replace(fits.find("width:        12"), 16, "width:        48");
    EXPECT_FALSE(says(of_text(fits), code));
    EXPECT_TRUE(says(of_text("mkfs.ext4 -C 65536 /dev/sdx\n"), "mkfs-refused"));
    EXPECT_FALSE(says(of_text("mkfs.ext4 -O bigalloc -C 65536 /dev/sdx\n"), "mkfs-refused"));
}

TEST(Case, C26TooSmallForXfs) {
    EXPECT_EQ(number(find(of_case("26-mkfs_xfs_256M.txt"), "xfs-too-small"), "minimum_bytes"),
              314572800);
}

TEST(Case, C28BlocksAboveThePage) {
    const auto* code = "block-size-above-page-size";
    const std::string command = "mkfs.xfs -b size=16384 /dev/sdx\n";
    EXPECT_TRUE(says(of_text(command, on_kernel("6.11")), code));
    EXPECT_FALSE(says(of_text(command, on_kernel("6.12")), code));
    EXPECT_TRUE(says(of_text("mkfs.xfs -i size=256 /dev/sdx\n"), "mkfs-refused"));
}

TEST(Case, C29GroupsOnOneDisk) {
    const auto groups = find(of_case("29-mkfs_xfs.txt"), "agsize-multiple-of-stripe");
    EXPECT_EQ(number(groups, "proposed_agsize_blocks"), 655232);
    EXPECT_FALSE(says(of_case("05-mkfs_xfs.txt"), "agsize-multiple-of-stripe"));
    EXPECT_TRUE(says(of_text("mkfs.xfs -d su=64k,swidth=384 /dev/sdx\n"), "mkfs-refused"));
    EXPECT_FALSE(says(of_text("mkfs.xfs -d su=64k,sw=3 /dev/sdx\n"), "mkfs-refused"));
}

TEST(Case, C31LargeDirectoryBlocks) {
    const auto* code = "large-directory-blocks";
    EXPECT_TRUE(says(of_text("mkfs.xfs -f -i size=2048 -n size=64k /dev/sdx\n"), code));
    EXPECT_FALSE(says(of_text("mkfs.xfs -f -i size=2048 /dev/sdx\n"), code));
}

TEST(Case, C32LazyInitialisationDisturbsProbes) {
    const auto* code = "lazy-initialisation";
    Context probe;
    probe.workload = "probe";
    EXPECT_TRUE(says(of_text("mkfs.ext4 /dev/sdx\n", probe), code));
    EXPECT_FALSE(says(of_text("mkfs.ext4 -E lazy_itable_init=0 /dev/sdx\n", probe), code));
}

TEST(Case, C33InodesUsedUp) {
    const auto gone = find(of_case("33-df.txt"), "inode-exhaustion");
    EXPECT_EQ(number(gone, "proposed_bytes_per_inode"), 65536);
    EXPECT_NEAR(static_cast<double>(number(gone, "average_file_bytes")), 461e3, 5e3);
    EXPECT_TRUE(says(of_case("33-dumpe2fs.txt"), "few-inodes"));
    EXPECT_THAT(complaints(of_text("Filesystem      Inodes   IUsed IFree IUse% Mounted on\n"
                                   "/dev/sda1 9538464 1000 9537464 1% /home\n")),
                IsEmpty());
}

TEST(Case, C36LimitOfGrowth) {
    const auto limits = of_case("36-resize.txt");
    const auto large = find(limits, "growth-limit", "4096-byte blocks");
    const auto small = find(limits, "growth-limit", "1024-byte blocks");
    EXPECT_EQ(number(large, "limit_bytes"), std::int64_t{256} << 40);
    EXPECT_NEAR(real(large, "descriptor_blocks"), 46080, 1);
    EXPECT_EQ(number(small, "limit_bytes"), std::int64_t{1} << 40);
    EXPECT_NEAR(real(small, "descriptor_blocks"), 7999.2, 0.1);
}

TEST(Case, C38DataModeOnRoot) {
    const auto fstab = of_case("38-fstab.txt");
    EXPECT_TRUE(says(fstab, "data-mode-on-root", "/"));
    EXPECT_FALSE(says(fstab, "data-mode-on-root", "/home"));
    EXPECT_TRUE(says(fstab, "unsafe-mount-option", "/home"));
    EXPECT_EQ(number(find(fstab, "long-commit-interval"), "loss_window_s"), 120);
    EXPECT_TRUE(says(fstab, "redundant-option"));
    EXPECT_TRUE(says(of_text("mount -t ext4 -o remount,nodelalloc /srv\n"), "refused-combination"));
}

TEST(Case, C39FeaturesOfNewTools) {
    const auto fs = of_case("39-tune2fs-features.txt");
    std::vector<std::string> features;
    for (const auto& one : fs.findings)
        if (one.code == "feature-needs-new-tools")
            features.push_back(value<std::string>(one, "feature"));
    EXPECT_THAT(features, testing::UnorderedElementsAre("orphan_file", "metadata_csum_seed"));
    Context old;
    old.tools["mke2fs"] = {1, 46, 5};
    EXPECT_THAT(find(of_case("39-tune2fs-features.txt", old), "feature-needs-new-tools").advice,
                HasSubstr("leave it out"));
}

TEST(Case, C43FreeSpaceTree) {
    const auto* code = "free-space-tree-conflict";
    EXPECT_TRUE(says(of_case("43-kernel.txt"), code));
    for (const auto* option : {"space_cache", "space_cache=v1", "nospace_cache"})
        EXPECT_TRUE(says(of_text(option, of_filesystem("btrfs")), code)) << option;
    EXPECT_THAT(complaints(of_text("space_cache=v2", of_filesystem("btrfs"))), IsEmpty());
}

TEST(Case, C45SynchronousDiscard) {
    EXPECT_TRUE(says(of_case("45-fstab.txt"), "synchronous-discard"));
    EXPECT_TRUE(says(of_case("45-fstab.txt"), "redundant-option"));
    EXPECT_THAT(complaints(of_text("UUID=1 / btrfs discard=async 0 0\n")), IsEmpty());
    EXPECT_THAT(complaints(of_text("UUID=1 / xfs discard 0 0\n")), IsEmpty());
}

TEST(Case, C47WriteAmplification) {
    const auto writes = of_case("47-writes.txt");
    EXPECT_NEAR(real(find(writes, "write-amplification"), "ratio"), 200, 1e-9);
    EXPECT_TRUE(says(writes, "autodefrag-broken"));
    auto database = of_filesystem("btrfs");
    database.workload = "database";
    EXPECT_TRUE(says(of_text("autodefrag", database), "autodefrag-write-amplification"));
    EXPECT_THAT(complaints(of_text("autodefrag", of_filesystem("btrfs"))), IsEmpty());
}

TEST(Case, C48LastOptionWins) {
    const auto diagnosis = [](const char* options) {
        return of_text(options, of_filesystem("btrfs"));
    };
    const auto wins = [&](const char* options) {
        return value<std::string>(find(diagnosis(options), "contradictory-options"), "wins");
    };
    EXPECT_EQ(wins("nodatacow,compress=zstd"), "compress=zstd");
    EXPECT_EQ(wins("compress=zstd,nodatacow"), "nodatacow");
    EXPECT_THAT(complaints(diagnosis("compress=zstd,noatime")), IsEmpty());
}

TEST(Case, C50LevelsAreClampedAndTheProfileIsGiven) {
    const auto btrfs = of_filesystem("btrfs");
    EXPECT_THAT(complaints(of_text("compress=zstd:13", btrfs)), IsEmpty());
    EXPECT_TRUE(says(of_text("compress=zstd:16", btrfs), "value-not-as-written"));
    EXPECT_TRUE(says(of_text("compress=zlib:10", btrfs), "value-not-as-written"));
    EXPECT_TRUE(says(of_text("compress=lz4", btrfs), "bad-option-value"));
    EXPECT_TRUE(says(of_text("mkfs.btrfs /dev/sdx\n"), "metadata-profile-not-given"));
    EXPECT_FALSE(says(of_text("mkfs.btrfs -m dup /dev/sdx\n"), "metadata-profile-not-given"));
}

TEST(Case, C51RemovedOption) {
    const auto text = data_file("cases/51-fstab.txt");
    EXPECT_TRUE(says(of_text(text, on_kernel("6.18")), "removed-mount-option", "/home"));
    EXPECT_FALSE(says(of_text(text, on_kernel("4.18")), "removed-mount-option"));
    EXPECT_TRUE(says(of_text(text, on_kernel("4.18")), "no-op-mount-option"));
    const auto copy = lint_fstab(text, on_kernel("4.19")).corrected;
    EXPECT_EQ(copy.find("nobarrier"), std::string::npos);
    EXPECT_THAT(copy, HasSubstr("/dev/disk/by-label/swap none swap"));
}

TEST(Case, C53OptionsOfAnOlderRelease) {
    const std::string text = "UUID=1 /srv xfs noatime,nobarrier,delaylog 0 0\n";
    EXPECT_EQ(lint_fstab(text, on_kernel("4.18")).corrected, "UUID=1 /srv xfs noatime 0 0\n");
    EXPECT_TRUE(says(of_text(text, on_kernel("4.18")), "removed-mount-option"));
    EXPECT_THAT(complaints(of_text("UUID=1 /srv xfs noatime 0 0\n", on_kernel("4.18"))), IsEmpty());
}

TEST(Case, C54OldFormat) {
    EXPECT_TRUE(says(of_case("54-xfs_v4.txt"), "xfs-v4"));
    EXPECT_TRUE(says(of_text("mkfs.xfs -m crc=0 /dev/sdx\n"), "xfs-v4"));
    EXPECT_TRUE(says(of_text("XFS (sdb1): Deprecated V4 format (crc=0) not supported by kernel.\n"),
                     "xfs-v4"));
    EXPECT_FALSE(says(of_case("07-xfs_info.txt"), "xfs-v4"));
}

TEST(Case, C57OptionOfAnotherFilesystem) {
    EXPECT_TRUE(says(of_case("57-fstab.txt"), "option-of-other-filesystem"));
    EXPECT_TRUE(
        says(of_text("UUID=1 /x btrfs data=writeback 0 0\n"), "option-of-other-filesystem"));
    EXPECT_THAT(complaints(of_text("UUID=1 / ext4 errors=remount-ro 0 1\n")), IsEmpty());
}

TEST(Case, C90KernelNames) {
    const auto fstab = of_case("90-fstab.txt");
    for (const auto* target : {"/boot", "/boot/efi", "/"})
        EXPECT_TRUE(says(fstab, "kernel-name-in-fstab", target)) << target;
    EXPECT_FALSE(says(fstab, "missing-nofail", "/"));
    EXPECT_EQ(lint_fstab("/dev/sdc1 /scratch ext4 noatime 0 0\n", {}).corrected,
              "/dev/sdc1 /scratch ext4 noatime,nofail,x-systemd.device-timeout=10s 0 0\n");
    EXPECT_THAT(complaints(of_text("/dev/mapper/vg-lv /data ext4 defaults 0 2\n")), IsEmpty());
}

TEST(Case, C92NofailDoesNotCoverFsck) {
    EXPECT_TRUE(says(of_case("92-fstab.txt"), "nofail-with-fsck"));
    EXPECT_THAT(lint_fstab(data_file("cases/92-fstab.txt"), {}).corrected,
                HasSubstr("ext4 nofail 0 0\n# systemd"));
    EXPECT_TRUE(says(of_text("UUID=1 /d xfs defaults 0 2\n"), "fsck-pass-not-zero"));
}

TEST(Case, C94ValidLinesAreLeftAlone) {
    EXPECT_THAT(of_case("94-fstab.txt").findings, IsEmpty());
    const auto text = data_file("cases/94-fstab.txt");
    EXPECT_EQ(lint_fstab(text, on_kernel("6.18")).corrected, text);
}

TEST(Case, C108WithoutExtents) {
    auto old = data_file("cases/33-dumpe2fs.txt");
    EXPECT_FALSE(says(of_text(old), "no-extents"));
    old.erase(old.find(" extent "), 7);
    EXPECT_TRUE(says(of_text(old), "no-extents"));
}

}  // namespace
}  // namespace fstune::knowledge::diagnosis
