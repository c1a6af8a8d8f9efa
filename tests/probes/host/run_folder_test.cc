#include "probes/host/run_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <fstream>

#include "tests/fakes/temporary_folder.h"

namespace fstune::probes {
namespace {

class RunFolderTest : public testing::Test {
  protected:
    bool exists() const { return std::filesystem::exists(path_); }
    fakes::TemporaryFolder parent_;
    const std::string path_ = parent_.path() + "/run";
};

TEST_F(RunFolderTest, IsThereWhileOneUsesIt) {
    {
        const auto first = RunFolder::open(path_);
        ASSERT_TRUE(first) << first.error().message;
        struct stat facts {};
        ASSERT_EQ(stat(path_.c_str(), &facts), 0);
        EXPECT_EQ(facts.st_mode & 0777, 0700u);
        {
            const auto second = RunFolder::open(path_);
            ASSERT_TRUE(second);
        }
        EXPECT_TRUE(exists());
    }
    EXPECT_FALSE(exists());
}

TEST_F(RunFolderTest, StaysWhereSomethingWasLeft) {
    {
        const auto folder = RunFolder::open(path_);
        ASSERT_TRUE(folder);
        std::ofstream(path_ + "/left") << "x";
    }
    EXPECT_TRUE(exists());
}

TEST_F(RunFolderTest, MustBelongToUsAlone) {
    std::filesystem::create_directory(path_);
    chmod(path_.c_str(), 0755);
    EXPECT_FALSE(RunFolder::open(path_));
    std::filesystem::remove(path_);
    std::filesystem::create_directory_symlink("/tmp", path_);
    EXPECT_FALSE(RunFolder::open(path_));
    std::filesystem::remove(path_);
    std::ofstream(path_) << "a file";
    EXPECT_FALSE(RunFolder::open(path_));
}

// Many come and go at once: nobody finds the folder gone below its feet.
TEST_F(RunFolderTest, MayBeUsedByManyAtOnce) {
    std::vector<pid_t> children;
    for (int i = 0; i < 8; ++i) {
        children.push_back(fork());
        if (children.back() != 0) continue;
        for (int round = 0; round < 200; ++round) {
            const auto folder = RunFolder::open(path_);
            if (!folder) _exit(1);
            const auto file = path_ + "/" + std::to_string(getpid());
            std::ofstream(file) << "x";
            if (unlink(file.c_str()) != 0) _exit(2);
        }
        _exit(0);
    }
    for (const pid_t child : children) {
        int status = 0;
        waitpid(child, &status, 0);
        EXPECT_EQ(status, 0);
    }
    EXPECT_FALSE(exists());
}

}  // namespace
}  // namespace fstune::probes
