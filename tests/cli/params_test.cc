// fstune params: every parameter with its default, risk and source.
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace fstune {
namespace {

using test::fstune;

TEST(Params, ListsEveryFilesystemWithSources) {
    const auto done = fstune({"params"});
    EXPECT_EQ(done.exit_code, 0) << done.err;
    for (const auto* name : {"ext2.block_size", "ext3.data", "ext4.bigalloc", "xfs.agcount",
                             "btrfs.nodesize", "f2fs.active_logs", "nilfs2.order", "jfs.log_size",
                             "reiserfs.alloc.preallocsize", "queue.read_ahead_kb"})
        EXPECT_NE(done.out.find(std::string(name) + " ("), std::string::npos) << name;
    EXPECT_NE(done.out.find("source: mkfs.xfs(8) xfsprogs 6.1.0"), std::string::npos);
    EXPECT_NE(done.out.find("is durability: "), std::string::npos);
}

TEST(Params, ListsOnlyWhatIsAskedFor) {
    const auto done = fstune({"params", "--fs", "xfs,queue"});
    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_NE(done.out.find("xfs.agcount"), std::string::npos);
    EXPECT_NE(done.out.find("queue.scheduler"), std::string::npos);
    EXPECT_EQ(done.out.find("ext4."), std::string::npos);
}

TEST(Params, NamesWhatItDoesNotKnow) {
    const auto done = fstune({"params", "--fs", "zfs"});
    EXPECT_EQ(done.exit_code, 2);
    EXPECT_NE(done.err.find("zfs"), std::string::npos);
    EXPECT_EQ(done.out, "");
}

}  // namespace
}  // namespace fstune
