#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/cli/program.h"
#include "tests/fakes/temporary_folder.h"
#include "tuner/store/sqlite_study_store.h"

namespace fstune {
namespace {

using test::fstune;

TEST(DryRun, PrintsTheCommandsAndAnEstimateAndNeedsNoDevice) {
    const auto done =
        fstune({"--scratch", "2G", "--goal", "rand-write", "--budget", "2m", "--dry-run"});
    EXPECT_EQ(done.exit_code, 0) << done.err;
    for (const auto* part : {"mkfs.ext4 ", "mkfs.xfs ", "mkfs.btrfs ", "mount -n -t xfs",
                             "umount -n", "# Time: ", "Bytes written: about "})
        EXPECT_NE(done.out.find(part), std::string::npos) << part;
}

TEST(DryRun, OnlyTheAskedFilesystems) {
    const auto done = fstune({"--scratch", "2G", "--goal", "db", "--fs", "xfs", "--dry-run"});
    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_EQ(done.out.find("mkfs.ext4"), std::string::npos);
}

TEST(DryRun, AFilesystemThatIsNamedTwiceIsTriedOnce) {
    const std::vector<std::string> arguments = {"--scratch", "2G",       "--goal", "db",
                                                "--dry-run", "--trials", "12",     "--fs"};
    auto once = arguments, twice = arguments;
    once.emplace_back("xfs");
    twice.emplace_back("xfs,xfs");
    EXPECT_EQ(fstune(twice).out, fstune(once).out);
}

// All workloads' time, and all that they write.
TEST(DryRun, SeveralGoalsAreRunInOneTrialAndCounted) {
    const auto done = fstune({"--scratch", "2G", "--goal", "create=3,seq-read=7", "--fs", "ext4",
                              "--trials", "30", "--dry-run"});
    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_NE(done.out.find("# probe: seq-read+create below"), std::string::npos) << done.out;
    const auto one = fstune(
        {"--scratch", "2G", "--goal", "create", "--fs", "ext4", "--trials", "30", "--dry-run"});
    const auto written = [](const std::string& text) {
        return text.substr(text.find("Bytes written"));
    };
    EXPECT_NE(written(done.out), written(one.out));
}

TEST(DryRun, ASeedSaysTheSameTwice) {
    const std::vector<std::string> arguments = {"--scratch", "2G", "--goal",   "db",
                                                "--seed",    "77", "--dry-run"};
    const auto once = fstune(arguments);
    EXPECT_EQ(once.out, fstune(arguments).out);
    auto other = arguments;
    other[5] = "78";
    EXPECT_NE(once.out, fstune(other).out);
}

TEST(DryRun, AnUnknownFilesystemIsAUsageError) {
    const auto done = fstune({"--scratch", "2G", "--goal", "db", "--fs", "zfs", "--dry-run"});
    EXPECT_EQ(done.exit_code, 2);
    EXPECT_NE(done.err.find("--fs"), std::string::npos) << done.err;
}

TEST(DryRun, APlaceTooSmallForAllIsNotBlamedOnMissingPrograms) {
    const auto done = fstune({"--scratch", "1M", "--goal", "db", "--dry-run"});
    EXPECT_EQ(done.exit_code, 1);
    EXPECT_NE(done.err.find("too small"), std::string::npos) << done.err;
    EXPECT_EQ(done.err.find("install"), done.err.find("installed")) << done.err;
}

TEST(DryRun, AFilesystemThatDoesNotFitIsNamed) {
    const auto done = fstune({"--scratch", "100M", "--goal", "db", "--fs", "xfs", "--dry-run"});
    EXPECT_EQ(done.exit_code, 1);
    EXPECT_NE(done.err.find("too small for xfs"), std::string::npos) << done.err;
}

TEST(DryRun, APlaceThatCannotHoldTheScratchFileIsAUsageError) {
    const auto none =
        fstune({"--scratch", "1G:/nonexistent", "--goal", "db", "--fs", "ext4", "--dry-run"});
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_NE(none.err.find("/nonexistent"), std::string::npos) << none.err;
    const auto full = fstune({"--scratch", "100000T", "--goal", "db", "--fs", "ext4", "--dry-run"});
    EXPECT_EQ(full.exit_code, 2);
    EXPECT_NE(full.err.find("--scratch SIZE:DIR"), std::string::npos) << full.err;
}

class DryRunFiles : public testing::Test {
  protected:
    probes::Finished run(const std::string& option, const std::string& path) const {
        return fstune({"--scratch", "2G", "--goal", "db", "--fs", "ext4", "--trials", "6",
                       "--dry-run", option, path});
    }
    std::ptrdiff_t files() const {
        return std::distance(std::filesystem::directory_iterator(folder_.path()), {});
    }
    fakes::TemporaryFolder folder_;
};

TEST_F(DryRunFiles, WhatTheRealRunCouldNotWriteIsSaid) {
    for (const auto& [option, code] : {std::pair{"--json", 2}, {"--study", 1}}) {
        const auto done = run(option, folder_.path() + "/no/such/place");
        EXPECT_EQ(done.exit_code, code) << done.err;
        EXPECT_NE(done.err.find("/no/such/place"), std::string::npos) << done.err;
        EXPECT_EQ(done.out, "");
    }
    const auto same = folder_.path() + "/one";
    EXPECT_EQ(
        fstune({"--scratch", "2G", "--goal", "db", "--dry-run", "--json", same, "--study", same})
            .exit_code,
        2);
    EXPECT_EQ(files(), 0);
}

TEST_F(DryRunFiles, WhatItCouldWriteIsNotMade) {
    for (const auto* option : {"--json", "--study"})
        EXPECT_EQ(run(option, folder_.path() + "/a").exit_code, 0);
    EXPECT_EQ(files(), 0);
}

TEST_F(DryRunFiles, AFileThatIsNoStudyIsNotToBeResumed) {
    const auto path = folder_.path() + "/notes.txt";
    std::ofstream(path) << "mine";
    const auto done = run("--study", path);
    EXPECT_EQ(done.exit_code, 1);
    EXPECT_NE(done.err.find("is no study"), std::string::npos) << done.err;
    EXPECT_EQ(done.err.find("--resume"), std::string::npos) << done.err;
    EXPECT_EQ(std::filesystem::file_size(path), 4U);
    const auto study = folder_.path() + "/a.study";
    ASSERT_TRUE(tuner::SqliteStudyStore::create(study));
    EXPECT_NE(run("--study", study).err.find("--resume"), std::string::npos);
}

}  // namespace
}  // namespace fstune
