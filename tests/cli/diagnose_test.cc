// fstune diagnose from outside: odd names, standard input, several files, what cannot be read, and
// the JSON that scripts read.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"
#include "tests/data_file.h"
#include "tests/fakes/temporary_folder.h"

namespace fstune {
namespace {

using test::fstune;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

class Diagnose : public testing::Test {
  protected:
    std::string write(const std::string& name, const std::string& text) {
        auto path = folder_.path() + "/" + name;
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }
    // Through a shell, for standard input.
    static probes::Finished shell(const std::string& line) {
        probes::PosixProcess process;
        const auto done = process.run(
            {.argv = {"sh", "-c", line, FSTUNE_PROGRAM}, .deadline = std::chrono::seconds(60)});
        EXPECT_TRUE(done) << (done ? "" : done.error().message);
        return done ? *done : probes::Finished{};
    }
    static Json json(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"diagnose", "--json"});
        return Json::parse(fstune(arguments).out, nullptr, false);
    }

    fakes::TemporaryFolder folder_;
    const std::string mdstat_ = data_file("seeds/mdstat-raid6.txt");
};

TEST_F(Diagnose, JsonHasTheSchemaThatScriptsRead) {
    const auto file = write("mdstat", mdstat_);
    const auto all = json({file});
    ASSERT_TRUE(all.is_object());
    EXPECT_EQ(all.size(), 1U);
    const auto& input = all.at("inputs").at(0);
    EXPECT_EQ(input.size(), 3U);
    EXPECT_EQ(input.at("file"), file);
    EXPECT_EQ(input.at("kind"), "mdstat");
    ASSERT_FALSE(input.at("findings").empty());
    for (const auto& one : input.at("findings")) {
        EXPECT_EQ(one.size(), 6U);
        for (const auto* text : {"code", "severity", "subject", "message", "advice"})
            EXPECT_TRUE(one.at(text).is_string()) << text;
        EXPECT_TRUE(one.at("values").is_object());
        EXPECT_THAT((std::vector<std::string>{"info", "warning", "error", "refuse"}),
                    testing::Contains(one.at("severity").get<std::string>()));
    }
    const auto& values = input.at("findings").at(0).at("values");
    EXPECT_EQ(values.at("data_disks"), 6);
    EXPECT_EQ(values.at("stride"), 512);
    EXPECT_EQ(values.at("stripe_width"), 3072);
    EXPECT_EQ(values.at("su_bytes"), 2097152);
    EXPECT_EQ(values.at("sw"), 6);
}

TEST_F(Diagnose, EveryCodeIsListed) {
    const auto list = fstune({"diagnose", "--codes"}).out;
    const auto file = write("fstab", "/dev/sdb1 /data xfs nobarrier 0 2\n");
    const auto found = json({file}).at("inputs").at(0).at("findings");
    EXPECT_FALSE(found.empty());
    for (const auto& one : found)
        EXPECT_THAT("\n" + list, HasSubstr("\n" + one.at("code").get<std::string>() + " "));
}

TEST_F(Diagnose, OddNamesAreFilesLikeOthers) {
    for (const std::string name : {"with blanks here", "two\nlines", "-", "-rf", "--codes",
                                   "caf\xe9", "\xff\xfe", "'quote\"", "$(reboot)"}) {
        const auto path = write(name, mdstat_);
        const auto done = fstune({"diagnose", "--", path});
        EXPECT_EQ(done.exit_code, 0) << name << done.err;
        EXPECT_THAT(done.out, HasSubstr("mdstat")) << name;
        // A name never breaks the lines of the output.
        EXPECT_THAT(done.out, Not(HasSubstr("two\nlines")));
        const auto all = json({path});
        ASSERT_FALSE(all.is_discarded()) << name;
        EXPECT_EQ(all.at("inputs").at(0).at("kind"), "mdstat");
    }
}

TEST_F(Diagnose, ANameThatBeginsWithADash) {
    write("-x", mdstat_);
    const auto done = shell("cd '" + folder_.path() + "' && \"$0\" diagnose -- -x");
    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("-x: mdstat"));
}

TEST_F(Diagnose, StandardInputByDashAndByDefault) {
    const auto path = write("mdstat", mdstat_);
    for (const std::string arguments : {"", " -"}) {
        const auto done = shell("\"$0\" diagnose" + arguments + " < '" + path + "'");
        EXPECT_EQ(done.exit_code, 0) << done.err;
        EXPECT_THAT(done.out, HasSubstr("-: mdstat"));
    }
}

TEST_F(Diagnose, OthersAreAnsweredBesideWhatCannotBeRead) {
    const auto good = write("mdstat", mdstat_), other = write("other", "hello\n");
    const auto missing = folder_.path() + "/missing";
    const auto done = fstune({"diagnose", good, missing, folder_.path(), other, good});
    EXPECT_EQ(done.exit_code, 1);
    EXPECT_THAT(done.out, HasSubstr("stripe_width=3072"));
    EXPECT_THAT(done.err, HasSubstr("No such file"));
    EXPECT_THAT(done.err, HasSubstr("directory"));
    EXPECT_THAT(done.err, HasSubstr("not recognised"));
    const auto named = done.err.find(missing);
    EXPECT_EQ(done.err.find(missing, named + 1), std::string::npos) << done.err;
    const auto inputs = json({good, missing, folder_.path(), other, good}).at("inputs");
    ASSERT_EQ(inputs.size(), 5U);
    EXPECT_EQ(inputs.at(1).at("file"), missing);
    EXPECT_EQ(inputs.at(1).at("kind"), "unknown");
    EXPECT_EQ(inputs.at(4).at("kind"), "mdstat");
}

TEST_F(Diagnose, WhatIsNoTextIsAnErrorThatSaysWhatWasTried) {
    for (const auto& text :
         {std::string(4096, '\0'), std::string("\x7f\x45LF\x02\x01\x01\0\xff", 9)}) {
        const auto done = fstune({"diagnose", write("input", text)});
        EXPECT_EQ(done.exit_code, 1);
        EXPECT_THAT(done.err, HasSubstr("mdadm --detail"));
        EXPECT_EQ(done.out, "");
    }
}

TEST_F(Diagnose, EmptyInputIsSaidInOneLineWithoutTheListOfForms) {
    for (const auto* text : {"", "\n\n\n"}) {
        const auto input = write("input", text);
        const auto done = fstune({"diagnose", input});
        EXPECT_EQ(done.exit_code, 1);
        EXPECT_EQ(done.err,
                  "fstune diagnose: " + input + ": it is empty: there is nothing to look at\n");
        EXPECT_EQ(done.out, "");
    }
}

TEST_F(Diagnose, TruncatedAndWindowsFilesAreAnswered) {
    const auto superblock = data_file("seeds/dumpe2fs-raid6.txt");
    const auto cut = fstune({"diagnose", write("cut", superblock.substr(0, 300))});
    EXPECT_THAT(cut.out + cut.err, HasSubstr("input-cut-off"));
    std::string windows;
    for (const char c : superblock) windows += c == '\n' ? "\r\n" : std::string(1, c);
    EXPECT_THAT(fstune({"diagnose", write("windows", windows)}).out, HasSubstr("6 data disks"));
}

TEST_F(Diagnose, TheContextChangesTheAnswer) {
    const auto fstab = write("fstab", "UUID=1 /srv xfs nobarrier 0 0\n");
    EXPECT_THAT(fstune({"diagnose", fstab, "--kernel", "6.18"}).out,
                HasSubstr("removed-mount-option"));
    EXPECT_THAT(fstune({"diagnose", fstab, "--kernel", "4.18"}).out,
                Not(HasSubstr("removed-mount-option")));
    const auto options = write("options", "autodefrag\n");
    EXPECT_THAT(fstune({"diagnose", options, "--fs", "btrfs", "--workload", "database"}).out,
                HasSubstr("autodefrag-write-amplification"));
    EXPECT_THAT(fstune({"diagnose", options, "--fs", "btrfs"}).out, HasSubstr("nothing wrong"));
    for (const auto* kernel : {"six", "6", "", "-1.0"}) {
        const auto done = fstune({"diagnose", fstab, "--kernel=" + std::string(kernel)});
        EXPECT_NE(done.exit_code, 1) << kernel;
    }
    EXPECT_EQ(fstune({"diagnose", fstab, "--kernel", "six"}).exit_code, 2);
}

TEST_F(Diagnose, ATerminalIsSafeFromWhatAFileHolds) {
    const auto done =
        fstune({"diagnose", write("fstab", "UUID=1 /a\x1b[31m xfs nobarrier\x07 0 0\n")});
    EXPECT_EQ(done.out.find('\x1b'), std::string::npos);
    EXPECT_EQ(done.out.find('\x07'), std::string::npos);
}

TEST_F(Diagnose, AFileThatIsTooLargeIsAClearError) {
    const auto path = folder_.path() + "/large";
    std::ofstream(path).close();
    std::filesystem::resize_file(path, std::uintmax_t{100} << 20);
    const auto done = fstune({"diagnose", path});
    EXPECT_EQ(done.exit_code, 1);
    EXPECT_THAT(done.err, HasSubstr("larger than"));
}

}  // namespace
}  // namespace fstune
