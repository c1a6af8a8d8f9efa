// fstune lint from outside: a corrected copy, never the file itself.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"
#include "tests/fakes/temporary_folder.h"

namespace fstune {
namespace {

using test::fstune;
using testing::HasSubstr;

class Lint : public testing::Test {
  protected:
    void SetUp() override { std::ofstream(fstab_, std::ios::binary) << text_; }
    static std::string read(const std::string& path) {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    fakes::TemporaryFolder folder_;
    const std::string fstab_ = folder_.path() + "/fstab";
    const std::string text_ =
        "# mine\nUUID=1 / ext4 noatime 0 1\nUUID=2\t/srv\txfs\tnobarrier,noatime,x-my.own=1 0 2\n";
    const std::string corrected_ =
        "# mine\nUUID=1 / ext4 noatime 0 1\nUUID=2\t/srv\txfs\tnoatime,x-my.own=1 0 0\n";
};

TEST_F(Lint, TheCopyGoesToStandardOutputAndTheFileStays) {
    const auto done = fstune({"lint", fstab_});
    EXPECT_EQ(done.exit_code, 1);  // one line would stop the mount
    EXPECT_EQ(done.out, corrected_);
    EXPECT_THAT(done.err, HasSubstr("nobarrier"));
    EXPECT_EQ(read(fstab_), text_);
}

TEST_F(Lint, ACleanFileIsCopiedAsItIs) {
    std::ofstream(fstab_, std::ios::binary) << corrected_;
    const auto done = fstune({"lint", fstab_});
    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_EQ(done.out, corrected_);
    EXPECT_THAT(done.err, HasSubstr("nothing wrong"));
}

TEST_F(Lint, TheCopyGoesToAnotherFile) {
    const auto copy = folder_.path() + "/copy";
    const auto done = fstune({"lint", fstab_, "--output", copy});
    EXPECT_EQ(done.out, "");
    EXPECT_EQ(read(copy), corrected_);
    EXPECT_EQ(read(fstab_), text_);
}

TEST_F(Lint, NeverInPlaceByWhateverName) {
    const auto link = folder_.path() + "/link", hard = folder_.path() + "/hard";
    std::filesystem::create_symlink(fstab_, link);
    std::filesystem::create_hard_link(fstab_, hard);
    for (const auto& name : {fstab_, link, hard, folder_.path() + "/./fstab"}) {
        const auto done = fstune({"lint", fstab_, "--output", name});
        EXPECT_NE(done.exit_code, 0) << name;
        EXPECT_THAT(done.err, HasSubstr("never written")) << name;
        EXPECT_EQ(read(fstab_), text_) << name;
    }
    // The other way round: the input by the link, the output by its name.
    EXPECT_THAT(fstune({"lint", link, "--output", fstab_}).err, HasSubstr("never written"));
    EXPECT_EQ(read(fstab_), text_);
}

TEST_F(Lint, StandardInputIsTheFileItComesFrom) {
    probes::PosixProcess process;
    const auto done = process.run(
        {.argv = {"sh", "-c", "\"$0\" lint - --output \"$1\" < \"$1\"", FSTUNE_PROGRAM, fstab_},
         .deadline = std::chrono::seconds(60)});
    ASSERT_TRUE(done);
    EXPECT_NE(done->exit_code, 0);
    EXPECT_EQ(read(fstab_), text_);
}

TEST_F(Lint, LineEndsOfWindowsAreKept) {
    std::ofstream(fstab_, std::ios::binary) << "UUID=2 /srv xfs nobarrier 0 0\r\n";
    EXPECT_EQ(fstune({"lint", fstab_}).out, "UUID=2 /srv xfs defaults 0 0\r\n");
}

TEST_F(Lint, JsonHasTheFindingsAndTheCopy) {
    const auto json = nlohmann::json::parse(fstune({"lint", fstab_, "--json"}).out);
    const auto& input = json.at("inputs").at(0);
    EXPECT_EQ(input.at("kind"), "fstab");
    EXPECT_EQ(input.at("corrected"), corrected_);
    EXPECT_EQ(input.at("findings").at(0).at("values").at("line"), 3);
}

TEST_F(Lint, TheKernelDecides) {
    EXPECT_EQ(fstune({"lint", fstab_, "--kernel", "4.18"}).exit_code, 0);
    EXPECT_EQ(fstune({"lint", fstab_, "--kernel", "4.19"}).exit_code, 1);
    EXPECT_EQ(fstune({"lint", fstab_, "--kernel", "new"}).exit_code, 2);
}

TEST_F(Lint, WhatIsNoFstabIsAnError) {
    for (const auto& text : {std::string("\0\1\2", 3), std::string(2 << 20, 'x')}) {
        std::ofstream(fstab_, std::ios::binary) << text;
        const auto done = fstune({"lint", fstab_});
        EXPECT_EQ(done.exit_code, 1);
        EXPECT_EQ(done.out, "");
    }
    EXPECT_EQ(fstune({"lint", folder_.path() + "/missing"}).exit_code, 1);
    EXPECT_EQ(fstune({"lint", folder_.path()}).exit_code, 1);
    EXPECT_EQ(fstune({"lint"}).exit_code, 2);
}

TEST_F(Lint, ACopyThatCannotBeWrittenIsAnError) {
    EXPECT_THAT(fstune({"lint", fstab_, "--output", folder_.path() + "/no/such/place"}).err,
                HasSubstr("cannot be written"));
    EXPECT_THAT(fstune({"lint", fstab_, "--output", "/dev/full"}).err,
                HasSubstr("cannot be written"));
}

}  // namespace
}  // namespace fstune
