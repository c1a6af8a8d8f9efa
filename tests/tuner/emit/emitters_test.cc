// The recommendation in the words of other tools. tests/cli/export_test.cc gives them to those
// tools.
#include "tuner/emit/emitters.h"

#include <gmock/gmock.h>

namespace fstune::tuner {
namespace {

using testing::HasSubstr;
using testing::Not;

Recommendation raid() {
    Recommendation one;
    one.goal = "seq-read";
    one.filesystem = "xfs";
    one.lines.mkfs = {"mkfs.xfs", "-f", "-d", "su=512k,sw=6", "-m", "bigtime=1,reflink=0",
                      "/dev/md0"};
    one.lines.mount_options = "noatime,logbsize=256k";
    one.lines.queue = {{"scheduler", "none"}, {"read_ahead_kb", "4096"}};
    one.disk = "md0";
    return one;
}

TEST(Emit, KeepsWhatIsKept) {
    auto one = raid();
    one.serial = "S3R14L";
    const auto read = from_kept(to_kept(one));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->lines.mkfs, one.lines.mkfs);
    EXPECT_EQ(read->lines.queue.at(1).value, "4096");
    EXPECT_EQ(read->serial, "S3R14L");
    for (const auto* text : {"", "{}", "[1]", R"({"goal":1})", "nonsense"})
        EXPECT_FALSE(from_kept(text)) << text;
}

TEST(Emit, NoFormatForcesMkfs) {
    for (const auto& emitter : emitters()) {
        const auto text = emit(emitter.name, raid()).value();
        EXPECT_THAT(text, Not(HasSubstr(" -f "))) << emitter.name;
        EXPECT_THAT(text, Not(HasSubstr("\"-f\""))) << emitter.name;
        EXPECT_TRUE(text.ends_with('\n')) << emitter.name;
    }
}

TEST(Emit, WhatDecidedNothingSaysSoInOneCommentOfEachFormat) {
    auto one = raid();
    for (const auto& emitter : emitters())
        EXPECT_THAT(emit(emitter.name, one).value(), Not(HasSubstr("NOT CONFIRMED")));
    one.decided = false;
    one.reason = "too noisy\nrm -rf /";
    one = from_kept(to_kept(one)).value();
    for (const auto& emitter : emitters()) {
        const auto text = emit(emitter.name, one).value();
        EXPECT_THAT(text, HasSubstr("\n# NOT CONFIRMED: the study decided nothing (too noisy rm"))
            << emitter.name;
        EXPECT_THAT(text, HasSubstr("these are the defaults of xfs\n")) << emitter.name;
    }
    EXPECT_TRUE(emit("cloud-init", one).value().starts_with("#cloud-config\n"));
}

TEST(Emit, TheUnitIsNamedAsSystemdNamesIt) {
    auto one = raid();
    one.uuid = "1-2";
    one.target = "/srv/my data-1/.x";
    const auto text = emit("systemd", one).value();
    EXPECT_THAT(text, HasSubstr("/etc/systemd/system/srv-my\\x20data\\x2d1-.x.mount\n"));
    EXPECT_THAT(text, HasSubstr("What=/dev/disk/by-uuid/1-2\n"));
}

TEST(Emit, BlanksOfAMountPointAreEscapedInFstab) {
    auto one = raid();
    one.target = "/srv/my data";
    EXPECT_THAT(emit("fstab", one).value(), HasSubstr(" /srv/my\\040data xfs "));
}

TEST(Emit, OnlyWhatCanBeChangedIsGivenToTheTool) {
    EXPECT_THAT(emit("tune", raid()).value(), HasSubstr("\nxfs_admin -O bigtime=1 /dev/md0\n"));
    EXPECT_THAT(emit("tune", raid()).value(), HasSubstr("# needs mkfs: -m reflink=0\n"));
    auto ext = raid();
    ext.filesystem = "ext4";
    ext.lines.mkfs = {"mkfs.ext4",
                      "-q",
                      "-F",
                      "-b",
                      "1024",
                      "-m",
                      "1",
                      "-O",
                      "^has_journal,bigalloc",
                      "-E",
                      "stride=16,stripe_width=48,lazy_itable_init=0",
                      "/dev/sdb"};
    const auto text = emit("tune", ext).value();
    EXPECT_THAT(text, HasSubstr("\ntune2fs -m 1 -O ^has_journal -E stride=16,stripe_width=48 "
                                "/dev/sdb\n"));
    for (const auto* fixed : {"-b 1024", "-O bigalloc", "-E lazy_itable_init=0"})
        EXPECT_THAT(text, HasSubstr(std::string("# needs mkfs: ") + fixed + "\n"));
    auto btrfs = raid();
    btrfs.filesystem = "btrfs";
    btrfs.lines.mkfs = {"mkfs.btrfs", "-f", "-n", "64k", "/dev/sdb"};
    EXPECT_THAT(emit("tune", btrfs).value(), HasSubstr("nothing of it is changed"));
}

TEST(Emit, AnUnknownFormatNamesTheOthers) {
    const auto failed = emit("yaml", raid());
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, ErrorCode::usage);
    EXPECT_THAT(failed.error().message, HasSubstr("ansible"));
}

TEST(Emit, AMountPointIsAPath) {
    for (const auto* target : {"data", "", "/", "/a\nb", "/srv/"}) {
        auto one = raid();
        one.target = target;
        EXPECT_FALSE(emit("fstab", one)) << target;
    }
}

}  // namespace
}  // namespace fstune::tuner
