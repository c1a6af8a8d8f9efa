// The real program on a folder that holds other things.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "knowledge/readers/probe_json.h"
#include "knowledge/readers/tiobench.h"
#include "tests/cli/program.h"
#include "tests/cli/started_program.h"
#include "tests/fakes/temporary_folder.h"

namespace fstune::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string text_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class ProbeProgram : public testing::Test {
  protected:
    void SetUp() override {
        fs::create_directory(folder());
        std::ofstream(folder() + "/file") << "theirs";
        fs::create_directories(folder() + "/data.0/.fstune");
        std::ofstream(folder() + "/data.0/.fstune/x") << std::string(10'000, 'x');
        fs::create_symlink("/etc", folder() + "/link");
        before_ = everything();
    }
    void TearDown() override { EXPECT_EQ(everything(), before_); }

    std::string folder() const { return temporary_.path() + "/" + name_; }
    std::string out(const std::string& name) const { return temporary_.path() + "/" + name; }
    std::map<std::string, std::string> everything() const {
        std::map<std::string, std::string> all;
        for (const auto& entry : fs::recursive_directory_iterator(folder()))
            all[entry.path()] = entry.is_symlink()        ? fs::read_symlink(entry).string()
                                : entry.is_regular_file() ? text_of(entry.path())
                                                          : "";
        return all;
    }
    probes::Finished probe(std::vector<std::string> options) {
        // Little and short, where the test says nothing else.
        const std::pair<std::string, std::string> usual[] = {
            {"--seconds", "0.1"}, {"--size", "16M"}, {"--threads", "2"}};
        for (const auto& [option, value] : usual)
            if (std::ranges::find(options, option) == options.end())
                options.insert(options.end(), {option, value});
        options.insert(options.begin(), {"probe", "--on", folder()});
        return fstune(options, std::chrono::seconds(120));
    }

    std::string name_ = "it has blanks -and 'quotes'";
    fakes::TemporaryFolder temporary_;
    std::map<std::string, std::string> before_;
};

TEST_F(ProbeProgram, PrintsTheTableAndLeavesEverythingAsItWas) {
    const auto done =
        probe({"--threads", "1,4", "--runs", "2", "--json", out("j"), "--csv", out("c")});
    ASSERT_EQ(done.exit_code, 0) << done.err << done.out;
    const auto rows = knowledge::read_tiobench(done.out);
    ASSERT_TRUE(rows) << done.out;
    ASSERT_EQ(rows->size(), 8U);
    EXPECT_EQ((*rows)[0].phase, "sequential-read");
    EXPECT_EQ((*rows)[1].threads, 4);
    for (const auto& row : *rows) {
        EXPECT_GT(row.rate, 0) << row.phase;
        EXPECT_EQ(row.runs, 2);
        EXPECT_EQ(row.unit, "MB/s");
        EXPECT_EQ(row.file_size_mb, 16);
    }
    // The means of the runs are what the table says.
    const auto csv = knowledge::read_tiobench(text_of(out("c")));
    const auto json = knowledge::read_probe_json(text_of(out("j")));
    ASSERT_TRUE(csv) << csv.error().message;
    ASSERT_TRUE(json) << json.error().message;
    ASSERT_EQ(csv->size(), 16U);
    ASSERT_EQ(json->size(), 16U);
    EXPECT_EQ((*csv)[3].rate, (*json)[3].rate);
    EXPECT_NEAR(((*csv)[0].rate + (*csv)[1].rate) / 2, (*rows)[0].rate, 0.01);
}

TEST_F(ProbeProgram, EachWorkloadThatCanRunHereDoes) {
    const auto done = probe({"--workload", "create,db", "--threads", "3", "--json", "-"});
    ASSERT_EQ(done.exit_code, 0) << done.err;
    const auto json = nlohmann::json::parse(done.out);
    EXPECT_EQ(json["measurements"].size(), 3U);  // create, remove; db
    EXPECT_THAT(done.err, HasSubstr("create/remove (files/s)"));
    const auto quiet = probe({"--workload", "create", "--json", "-", "--quiet"});
    EXPECT_EQ(quiet.err, "");
    EXPECT_TRUE(nlohmann::json::parse(quiet.out, nullptr, false).is_object());
}

TEST_F(ProbeProgram, ComparesTwoOutputs) {
    for (const auto* name : {"a.txt", "b.txt"}) {
        const auto done = probe({"--workload", "seq-write", "--threads", "2", "--runs", "3"});
        ASSERT_EQ(done.exit_code, 0) << done.err;
        std::ofstream(out(name)) << done.out;
    }
    const auto compared = fstune({"compare", out("a.txt"), out("b.txt")});
    EXPECT_EQ(compared.exit_code, 0) << compared.err;
    EXPECT_THAT(compared.out, HasSubstr("sequential-write threads=2: b.txt against a.txt"));
}

TEST_F(ProbeProgram, WrongOptionsAreUsageErrorsThatNameThem) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> wrong = {
        {{"--threads", "0"}, "--threads"},
        {{"--threads", "abc"}, "'abc' is not a whole number from 1 to 256"},
        {{"--threads", "300"}, "from 1 to 256"},
        {{"--threads", "1,,2"}, "--threads"},
        {{"--threads", "-1"}, "--threads"},
        {{"--threads", ""}, "--threads"},
        {{"--runs", "0"}, "--runs"},
        {{"--runs", "1.5"}, "--runs"},
        {{"--size", "0"}, "--size"},
        {{"--size", "1M", "--threads", "64"}, "64 MiB or more"},
        {{"--size", "100T"}, "too full"},
        {{"--seconds", "0"}, "--seconds"},
        {{"--seconds", "2h"}, "--seconds"},
        {{"--workload", "nothing"}, "seq-read"},
        {{"--workload", "seq-read,mount"}, "unmounts"},
        {{"--label", "two words"}, "--label"},
        {{"--json", "-", "--csv", "-"}, "both write"},
        {{"--csv", "/nonexistent/x"}, "--csv"},
        {{"--scaling", "/tmp,/var"}, "--scaling"},
    };
    for (const auto& [options, said] : wrong) {
        const auto done = probe(options);
        EXPECT_EQ(done.exit_code, 2) << said << done.err;
        EXPECT_THAT(done.err, HasSubstr(said));
    }
}

TEST_F(ProbeProgram, PlacesThatCannotBeProbedAreTold) {
    const auto at = [](const std::string& place) { return fstune({"probe", "--on=" + place}); };
    EXPECT_EQ(at("/nonexistent").exit_code, 2);
    EXPECT_THAT(at("/nonexistent").err, HasSubstr("No such file or directory"));
    EXPECT_THAT(at(folder() + "/file").err, HasSubstr("not a directory"));
    EXPECT_THAT(at("-rf").err, HasSubstr("'-rf'"));
    EXPECT_EQ(at("").exit_code, 2);
    EXPECT_EQ(at("/proc").exit_code, 2);
    EXPECT_EQ(at("/sys").exit_code, 2);
    EXPECT_EQ(fstune({"probe"}).exit_code, 2);
}

TEST_F(ProbeProgram, InterruptedLeavesNothingAndTellsWhatItHas) {
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        StartedProgram program({"probe", "--on", folder(), "--seconds", "60", "--size", "16M",
                                "--threads", "1,2,3,4,5", "--workload", "rand-write"},
                               On::pipe);
        ASSERT_TRUE(program.wait_for("1 of 5"));
        program.signal(number);
        program.signal(number);
        EXPECT_EQ(program.wait(), 130) << program.said();
    }
}

// Ordinary users: what they cannot do is said.
TEST_F(ProbeProgram, AnOrdinaryUserIsToldWhatWasNotDone) {
    if (geteuid() != 0) GTEST_SKIP() << "needs root to become somebody else";
    const auto program = out("fstune");
    fs::copy(FSTUNE_PROGRAM, program);
    fs::permissions(temporary_.path(), fs::perms(0755));
    fs::permissions(folder(), fs::perms(0555));
    const auto as_nobody = [&](const std::string& place) {
        probes::PosixProcess process;
        return process
            .run({.argv = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", program,
                           "probe", "--on", place, "--seconds", "0.1", "--size", "16M", "--threads",
                           "2", "--workload", "mail"},
                  .deadline = std::chrono::seconds(60)})
            .value();
    };
    const auto refused = as_nobody(folder());
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.err, HasSubstr("Permission denied"));
    const auto open = out("open");
    fs::create_directory(open);
    fs::permissions(open, fs::perms(0777));
    const auto done = as_nobody(open);
    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("needs root"));
    EXPECT_THAT(done.out, HasSubstr("stayed cached"));
    EXPECT_TRUE(fs::is_empty(open));
    fs::permissions(folder(), fs::perms(0755));
}

TEST_F(ProbeProgram, ScalingOverTwoFolders) {
    const auto second = out("second");
    fs::create_directory(second);
    const auto done =
        fstune({"probe", "--scaling", folder() + "," + second, "--seconds", "0.1", "--size", "16M",
                "--runs", "3", "--workload", "seq-write", "--json", out("j")},
               std::chrono::seconds(120));
    ASSERT_EQ(done.exit_code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("Scaling of seq-write (MB/s)"));
    const auto json = nlohmann::json::parse(text_of(out("j")));
    EXPECT_EQ(json["scaling"][0]["levels"].size(), 2U);
    EXPECT_EQ(json["scaling"][0]["levels"][1]["runs"][2]["each"].size(), 2U);
    EXPECT_TRUE(fs::is_empty(second));
    for (const auto& scaling : {folder(), folder() + "," + folder(), folder() + ",/nonexistent"})
        EXPECT_EQ(fstune({"probe", "--scaling", scaling}).exit_code, 2) << scaling;
    EXPECT_EQ(fstune({"probe", "--scaling", folder() + "," + second, "--threads", "1,2"}).exit_code,
              2);
}

}  // namespace
}  // namespace fstune::test
