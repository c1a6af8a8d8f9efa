#include "probes/host/disk_files.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "tests/fakes/temporary_folder.h"

namespace fstune::probes {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class DiskFilesTest : public testing::Test {
  protected:
    fakes::TemporaryFolder folder_;
    DiskFiles files_{folder_.path()};
    void make(const std::string& path, const std::string& text) {
        std::filesystem::create_directories(
            std::filesystem::path(folder_.path() + path).parent_path());
        std::ofstream(folder_.path() + path) << text;
    }
};

TEST_F(DiskFilesTest, ReadsAndWritesBelowItsPrefix) {
    make("/sys/a", "1\n");
    EXPECT_EQ(files_.read("/sys/a").value(), "1\n");
    ASSERT_TRUE(files_.write("/sys/a", "2"));
    EXPECT_EQ(files_.read("/sys/a").value(), "2");
    EXPECT_TRUE(files_.exists("/sys/a"));
    EXPECT_FALSE(files_.exists("/sys/b"));
}

TEST_F(DiskFilesTest, NeverMakesAFileByWriting) {
    EXPECT_FALSE(files_.write("/new", "x"));
    EXPECT_FALSE(files_.exists("/new"));
}

TEST_F(DiskFilesTest, ListsSorted) {
    make("/d/b", "");
    make("/d/a", "");
    EXPECT_THAT(files_.list("/d").value(), ElementsAre("a", "b"));
    EXPECT_THAT(files_.list("/none").error().message, HasSubstr("/none"));
}

TEST_F(DiskFilesTest, FollowsLinksInsideAndRefusesThoseThatLeadOut) {
    make("/sys/devices/sda/size", "8");
    std::filesystem::create_symlink("devices/sda", folder_.path() + "/sys/sda");
    EXPECT_EQ(files_.resolve("/sys/sda").value(), "/sys/devices/sda");
    std::filesystem::create_symlink("/etc", folder_.path() + "/sys/out");
    EXPECT_FALSE(files_.resolve("/sys/out"));
}

TEST_F(DiskFilesTest, MakesPrivateFoldersThatDiffer) {
    std::filesystem::create_directory(folder_.path() + "/run");
    const auto one = files_.make_private_directory("/run");
    const auto two = files_.make_private_directory("/run");
    ASSERT_TRUE(one && two);
    EXPECT_NE(*one, *two);
    struct stat facts {};
    ASSERT_EQ(stat((folder_.path() + *one).c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 07777, 0700u);
    EXPECT_TRUE(files_.remove_directory(*one));
    EXPECT_FALSE(files_.exists(*one));
    make(*two + "/file", "");
    EXPECT_FALSE(files_.remove_directory(*two));
}

TEST_F(DiskFilesTest, RefusesAParentWhereOthersCouldSwapTheFolder) {
    std::filesystem::create_directory(folder_.path() + "/open");
    chmod((folder_.path() + "/open").c_str(), 0777);
    EXPECT_THAT(files_.make_private_directory("/open").error().message, HasSubstr("other users"));
    chmod((folder_.path() + "/open").c_str(), 01777);
    EXPECT_TRUE(files_.make_private_directory("/open"));
}

}  // namespace
}  // namespace fstune::probes
