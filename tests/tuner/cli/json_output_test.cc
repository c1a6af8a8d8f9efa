#include "tuner/cli/json_output.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/fakes/temporary_folder.h"

namespace fstune::tuner {
namespace {

class JsonFile : public testing::Test {
  protected:
    void write(const std::string& path) const { std::ofstream(path) << "kept"; }
    static std::string read(const std::string& path) {
        std::ifstream in(path);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    std::ptrdiff_t files() const {
        return std::distance(std::filesystem::directory_iterator(folder_.path()), {});
    }
    fakes::TemporaryFolder folder_;
    std::string study_ = folder_.path() + "/a.study";
};

TEST_F(JsonFile, TheStudyItselfIsRefusedUnderAnyName) {
    for (const auto* part : {"", "-wal", "-shm"}) write(study_ + part);
    const auto link = folder_.path() + "/link";
    std::filesystem::create_symlink(study_, link);
    for (const auto& path :
         {study_, study_ + "-wal", study_ + "-shm", link,
          folder_.path() + "/../" + std::filesystem::path(folder_.path()).filename().string() +
              "/a.study"}) {
        const auto opened = JsonOutput::open(path, study_);
        ASSERT_FALSE(opened) << path;
        EXPECT_EQ(opened.error().code, ErrorCode::usage);
    }
    EXPECT_EQ(std::filesystem::file_size(study_), 4U);
}

TEST_F(JsonFile, AnotherFileIsTaken) {
    write(study_);
    EXPECT_TRUE(JsonOutput::open(folder_.path() + "/a.json", study_));
    EXPECT_TRUE(JsonOutput::open("-", study_));
}

TEST_F(JsonFile, AStudyThatIsStillToBeMadeIsRefusedToo) {
    EXPECT_FALSE(JsonOutput::open(folder_.path() + "/./a.study", study_));
}

TEST_F(JsonFile, TryingLeavesNothingAndWritingIsAllOrNothing) {
    const auto path = folder_.path() + "/a.json";
    auto output = JsonOutput::open(path, study_).value();
    EXPECT_EQ(files(), 0);
    output->stream() << "half";
    EXPECT_FALSE(std::filesystem::exists(path));
    output.reset();
    EXPECT_EQ(files(), 0);
    output = JsonOutput::open(path, study_).value();
    output->stream() << "whole";
    ASSERT_TRUE(output->finish());
    EXPECT_EQ(read(path), "whole");
    EXPECT_EQ(files(), 1);
}

TEST_F(JsonFile, AnOldFileKeepsItsPlaceModeAndLinkAndGoesOnlyWhenTheNewOneIsWhole) {
    const auto path = folder_.path() + "/a.json", link = folder_.path() + "/link";
    write(path);
    std::filesystem::permissions(
        path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    std::filesystem::create_symlink("a.json", link);
    auto output = JsonOutput::open(link, study_).value();
    output->stream() << std::string(100'000, 'x');
    EXPECT_EQ(read(path), "kept");
    ASSERT_TRUE(output->finish());
    EXPECT_EQ(read(path).size(), 100'000U);
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_EQ(std::filesystem::status(path).permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(JsonFile, WhatTakesNoMoreIsNamedWithTheReason) {
    const auto output = JsonOutput::open("/dev/full", study_).value();
    output->stream() << "text";
    const auto done = output->finish();
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::failed);
    EXPECT_EQ(done.error().message,
              "--json: '/dev/full' cannot be written: " + std::string(std::strerror(ENOSPC)));
}

// A full disk, as far as a process can have one for itself: a limit on the size of files.
TEST_F(JsonFile, AFileThatDoesNotFitIsNotLeftByHalves) {
    const auto path = folder_.path() + "/a.json";
    write(path);
    const auto child = fork();
    if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit small{100'000, 100'000};
        setrlimit(RLIMIT_FSIZE, &small);
        auto output = JsonOutput::open(path, study_).value();
        output->stream() << std::string(1'000'000, 'x');
        const bool told = !output->finish();
        output.reset();
        _exit(told ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(read(path), "kept");
    EXPECT_EQ(files(), 1);
}

}  // namespace
}  // namespace fstune::tuner
