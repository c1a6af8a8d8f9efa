#include "probes/host/private_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "tests/fakes/temporary_folder.h"

namespace fstune::probes {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class PrivateFolders : public testing::Test {
  protected:
    void write(const fs::path& path) { std::ofstream(path) << "mine"; }
    fakes::TemporaryFolder folder_;
};

TEST_F(PrivateFolders, IsForTheOwnerAloneAndLeavesNothing) {
    write(folder_.path() + "/theirs");
    {
        const auto made = PrivateFolder::make(folder_.path()).value();
        struct stat facts {};
        ASSERT_EQ(stat(made.path().c_str(), &facts), 0);
        EXPECT_EQ(facts.st_mode & 07777U, 0700U);
        fs::create_directories(made.path() + "/a/b/c");
        write(made.path() + "/a/b/-rf");
        write(made.path() + "/a/b/with blank\n");
    }
    for (const auto& entry : fs::directory_iterator(folder_.path()))
        EXPECT_EQ(entry.path().filename(), "theirs");
    EXPECT_TRUE(fs::exists(folder_.path() + "/theirs"));
}

TEST_F(PrivateFolders, LinksAreRemovedAndWhatTheyNameIsNot) {
    const auto theirs = folder_.path() + "/theirs";
    fs::create_directory(theirs);
    write(theirs + "/file");
    auto made = PrivateFolder::make(folder_.path()).value();
    fs::create_directory_symlink(theirs, made.path() + "/link");
    fs::create_hard_link(theirs + "/file", made.path() + "/hard");
    ASSERT_TRUE(made.remove());
    EXPECT_TRUE(fs::exists(theirs + "/file"));
    EXPECT_FALSE(fs::exists(made.path()));
}

TEST_F(PrivateFolders, ClearKeepsTheFolderAndRemovingTwiceDoesNoHarm) {
    auto made = PrivateFolder::make(folder_.path()).value();
    write(made.path() + "/a");
    ASSERT_TRUE(made.clear());
    EXPECT_TRUE(fs::is_empty(made.path()));
    EXPECT_TRUE(made.remove());
    EXPECT_TRUE(made.remove());
}

// Whoever owns the folder above can move ours away and put something else in its place.
TEST_F(PrivateFolders, WhatStandsInItsPlaceIsNotTouched) {
    auto made = PrivateFolder::make(folder_.path()).value();
    write(made.path() + "/ours");
    const auto moved = folder_.path() + "/moved", theirs = folder_.path() + "/theirs";
    fs::rename(made.path(), moved);
    fs::create_directory(theirs);
    write(theirs + "/file");
    fs::create_directory_symlink(theirs, made.path());
    const auto removed = made.remove();
    ASSERT_FALSE(removed);
    EXPECT_THAT(removed.error().message, HasSubstr("no longer the folder"));
    EXPECT_TRUE(fs::exists(theirs + "/file"));
    EXPECT_TRUE(fs::is_empty(moved));
}

TEST_F(PrivateFolders, OneLeftBehindIsTold) {
    const auto left = folder_.path() + "/.fstune-probe-abcdef";
    fs::create_directory(left);
    const auto used = PrivateFolder::make(folder_.path()).value();
    fs::create_directory(folder_.path() + "/other");
    EXPECT_THAT(abandoned_folders(folder_.path()), ElementsAre(left));
    EXPECT_THAT(abandoned_folders(folder_.path() + "/none"), IsEmpty());
}

TEST_F(PrivateFolders, WhereNoneCanBeMadeIsToldWithTheReason) {
    const auto made = PrivateFolder::make(folder_.path() + "/none");
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().message, HasSubstr("No such file or directory"));
    EXPECT_FALSE(PrivateFolder::make("/proc/self"));
}

}  // namespace
}  // namespace fstune::probes
