// Real programs as goals, as the command line takes and refuses them. Nothing is run.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/cli/program.h"
#include "tests/fakes/temporary_folder.h"

namespace fstune {
namespace {

using test::fstune;

class ProgramGoals : public testing::Test {
  protected:
    std::string job(const std::string& text) const {
        const auto path = folder_.path() + "/a job.fio";
        std::ofstream(path) << text;
        return path;
    }
    static void refused(std::vector<std::string> arguments, int code, const std::string& named) {
        arguments.insert(arguments.begin(), {"--scratch", "1G", "--dry-run"});
        const auto done = fstune(arguments);
        EXPECT_EQ(done.exit_code, code) << done.err;
        EXPECT_NE(done.err.find(named), std::string::npos) << done.err;
        EXPECT_EQ(done.out, "");
    }
    static constexpr int usage = 2, guard = 3;
    fakes::TemporaryFolder folder_;
    std::string good_ = job("[reader]\nrw=read\n");
};

TEST_F(ProgramGoals, AMistakeNamesTheOption) {
    const std::string re = "rate=([0-9]+)";
    refused({"--command", ""}, usage, "--command");
    refused({"--command", "ls"}, usage, "{dir}");
    refused({"--command", "ls {dir}"}, usage, "--metric-regex");
    refused({"--command", "ls {dir}", "--metric-regex", re}, usage, "--direction");
    refused({"--command", "ls {dir}", "--metric-regex", "(", "--direction", "lower"}, usage,
            "--metric-regex");
    refused({"--command", "ls {dir}", "--metric-pointer", "x", "--direction", "lower"}, usage,
            "--metric-pointer");
    refused({"--command", "ls {dir}", "--metric-regex", re, "--direction", "up"}, usage,
            "--direction");
    refused({"--job", good_}, usage, "--metric");
    refused({"--job", "", "--metric", "read.bw"}, usage, "--job");
    refused({"--job", folder_.path(), "--metric", "read.bw"}, usage, "--job");
    refused({"--job", "/nonexistent", "--metric", "read.bw"}, usage, "--job");
    refused({"--job", "/dev/zero", "--metric", "read.bw"}, usage, "--job");
    refused({"--job", good_, "--metric", "read.short_ios"}, usage, "--direction");
    refused({"--job", good_, "--metric", ""}, usage, "--metric");
    refused({"--job", good_, "--command", "ls {dir}"}, usage, "--command");
    refused({"--goal", "db", "--job", good_}, usage, "--job");
    refused({"--goal", "fio"}, usage, "--job");
    refused({"--goal", "dbench", "--metric", "speed"}, usage, "throughput");
    refused({"--goal", "dbench", "--timeout", "0s"}, usage, "--timeout");
    refused({"--metric", "read.bw"}, usage, "--goal");
}

TEST_F(ProgramGoals, AJobThatReachesOutsideIsRefusedWithItsOption) {
    refused({"--job", job("[a]\nrw=write\nfilename=/dev/vda\n"), "--metric", "write.bw"}, guard,
            "filename=/dev/vda");
    refused({"--job", job("[a]\nexec_prerun=reboot\n"), "--metric", "write.bw"}, guard,
            "exec_prerun");
    refused({"--job", job("[a\nfilename=/dev/vda]\n"), "--metric", "write.bw"}, usage, "--job");
    refused({"--job", job(std::string(70000, '#')), "--metric", "write.bw"}, usage, "64 KiB");
}

TEST_F(ProgramGoals, AResumedStudyTakesNoOther) {
    for (const auto* option : {"--job", "--command", "--metric", "--metric-regex"}) {
        const auto done = fstune({"--resume", "x.study", option, "x"});
        EXPECT_EQ(done.exit_code, usage) << done.err;
        EXPECT_NE(done.err.find(option), std::string::npos) << done.err;
    }
}

TEST_F(ProgramGoals, ADryRunSaysWhichProgramWouldRun) {
    for (const auto& arguments : std::vector<std::vector<std::string>>{
             {"--job", good_, "--metric", "read.bw"},
             {"--goal", "dbench", "--metric", "max_latency"},
             {"--command", "ls {dir}", "--metric-regex", "(a)", "--direction", "lower"}}) {
        std::vector<std::string> all = {"--scratch", "1G", "--fs", "ext4", "--dry-run"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const auto done = fstune(all);
        EXPECT_EQ(done.exit_code, 0) << done.err;
        EXPECT_NE(done.out.find("# probe: "), std::string::npos) << done.out;
    }
}

TEST_F(ProgramGoals, AreListedAndTheirProgramsDiagnosed) {
    const auto listed = fstune({"goals"});
    const auto doctor = fstune({"doctor"});
    for (const auto* name : {"fio", "dbench", "bonnie++", "fs_mark", "postmark", "tiobench"}) {
        EXPECT_NE(listed.out.find(std::string("\n") + name), std::string::npos) << name;
        EXPECT_NE(doctor.out.find(std::string("--goal ") + name), std::string::npos) << name;
    }
    EXPECT_NE(listed.out.find("--command"), std::string::npos);
}

}  // namespace
}  // namespace fstune
