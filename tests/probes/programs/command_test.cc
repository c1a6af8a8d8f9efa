// The user's own shell line as a workload: what it is given, what is read of it, and every way in
// which it can go wrong.
#include <signal.h>

#include <fstream>
#include <thread>

#include "tests/probes/programs/fixture.h"

namespace fstune::probes {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;

class CommandProgram : public ProgramTest {};

ProgramRequest line(const std::string& command, const std::string& regex = "rate=([-+.0-9a-z]+)") {
    ProgramRequest request;
    request.program = "command";
    request.command = command;
    request.regex = regex;
    request.higher_is_better = true;
    request.unit = "MB/s";
    return request;
}

TEST_F(CommandProgram, GivesTheFirstGroupOfTheFirstMatch) {
    const auto result = run(line("echo rate=12.5 {dir}; echo rate=99"));
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(result->value, 12.5);
    nothing_is_left();
}

TEST_F(CommandProgram, ReadsStandardErrorWhereStandardOutputHasNothing) {
    const auto result = run(line("echo rate=3 {dir} >&2"));
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(result->value, 3);
}

TEST_F(CommandProgram, ReadsAJsonPointerWithMessagesAround) {
    auto request =
        line("echo starting {dir}; echo '{\"runs\": [{\"rate\": 7.25}]}'; echo done", "");
    request.pointer = "/runs/0/rate";
    const auto result = run(request);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(result->value, 7.25);
    request.pointer = "/runs/1/rate";
    EXPECT_THAT(failure(request), HasSubstr("/runs/1/rate"));
    request.pointer = "/runs";
    EXPECT_THAT(failure(request), HasSubstr("array"));
}

// The folder is the working folder, is empty, and is the same wherever it is named.
TEST_F(CommandProgram, WorksInAnEmptyFolderOfItsOwn) {
    const auto result = run(line(
        "set -e; [ -z \"$(ls -A {dir})\" ]; echo x > {dir}/a; [ -f a ]; [ \"{dir}\" = \"$PWD\" ]; "
        "[ ${dir} = $FSTUNE_DIR ]; sh -c '[ -f {dir}/a ]'; echo rate=1"));
    ASSERT_TRUE(result) << result.error().message;
    nothing_is_left();
}

TEST_F(CommandProgram, HasACleanEnvironmentAndNoInput) {
    setenv("LD_FSTUNE_TEST", "leaks", 1);
    const auto result =
        run(line("test -z \"$LD_FSTUNE_TEST\" && test \"$LC_ALL\" = C && ! read x {dir} && "
                 "echo rate=$(env | grep -c .)"));
    unsetenv("LD_FSTUNE_TEST");
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_LE(result->value, 8);
}

// A folder's name never becomes part of the line.
TEST_F(CommandProgram, AFolderWithAHostileNameIsRefusedAndNothingOfItIsRun) {
    const auto hostile = folder_.path() + "/a; touch PWNED; $(touch PWNED) `touch PWNED`'\" b";
    std::filesystem::create_directory(hostile);
    const auto workload = make_program(line("ls {dir}; echo rate=1"), seams());
    ASSERT_TRUE(workload);
    const WorkloadPlace there{hostile, "", 1 << 30, 0};
    const auto reason = (*workload)->unsuitable(there);
    ASSERT_TRUE(reason);
    EXPECT_THAT(*reason, HasSubstr("PWNED"));
    (void)(*workload)->run(there, {});  // who does not ask is not injected either
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path()))
        EXPECT_NE(entry.path().filename(), "PWNED");
    EXPECT_FALSE(std::filesystem::exists("/PWNED"));
}

TEST_F(CommandProgram, WithoutAFigureItIsAFailureWithWhatWasSaid) {
    EXPECT_THAT(failure(line("echo nothing of use {dir}")),
                AllOf(HasSubstr("matches nothing"), HasSubstr("nothing of use")));
    EXPECT_THAT(failure(line("true {dir}")), HasSubstr("it said: nothing"));
    EXPECT_THAT(failure(line("echo rate=fast {dir}")), HasSubstr("fast"));
    nothing_is_left();
}

TEST_F(CommandProgram, WhatCannotBeComparedIsAFailure) {
    for (const auto* value : {"0", "-3", "nan", "inf", "1e999", "0x10", ""})
        EXPECT_FALSE(run(line(std::string("echo rate=") + value + " {dir}"))) << value;
}

TEST_F(CommandProgram, AnExitCodeAndASignalAreToldApart) {
    EXPECT_THAT(failure(line("echo rate=5 {dir}; echo broken >&2; exit 3")),
                AllOf(HasSubstr("exit code 3"), HasSubstr("broken")));
    EXPECT_THAT(failure(line("echo rate=5 {dir}; kill -SEGV $$")), HasSubstr("signal 11"));
    EXPECT_THAT(failure(line("no-such-program-at-all {dir}")),
                AllOf(HasSubstr("exit code 127"), HasSubstr("no-such-program-at-all")));
    nothing_is_left();
}

TEST_F(CommandProgram, TheReasonIsShortAndPrintable) {
    const auto said = failure(
        line("printf '\\033[31m\\001\\377 %02000d\\n\\n  end of it\\n' 5 {dir} >&2; exit 1"));
    EXPECT_LT(said.size(), 500U);
    EXPECT_THAT(said, HasSubstr("end of it"));
    for (const char c : said) EXPECT_TRUE(c >= ' ' && c <= '~') << static_cast<int>(c);
}

TEST_F(CommandProgram, MuchOutputIsReadAndNotKept) {
    const auto result =
        run(line("echo rate=4 {dir}; head -c 200000000 /dev/zero; head -c 50000000 /dev/zero >&2"));
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(result->value, 4);
    EXPECT_THAT(failure(line("head -c 30000000 /dev/zero | tr '\\0' a; echo {dir}")),
                HasSubstr("matches nothing"));
}

// The expression that makes others take for ever.
TEST_F(CommandProgram, AnExpressionThatTakesTooMuchIsAFailure) {
    EXPECT_THAT(failure(line("head -c 40000 /dev/zero | tr '\\0' a; echo {dir}", "(a+a+)+(a+)+!")),
                HasSubstr("regular expression"));
}

TEST_F(CommandProgram, OutputWithoutAnEndEndsAtTheTimeout) {
    auto request = line("yes {dir}");
    request.timeout = 300ms;
    const auto result = run(request);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::timed_out);
    EXPECT_THAT(result.error().message, HasSubstr("--timeout"));
    nothing_is_left();
}

// Even what made itself a session of its own, as fio's jobs do.
TEST_F(CommandProgram, WhatItStartedEndsWithItAndAtTheTimeout) {
    if (geteuid() != 0) GTEST_SKIP() << "needs root";
    const auto marker = folder_.path() + "/sleeps";
    const auto start = "setsid sh -c 'exec sleep 311' & sleep 0.2; echo rate=1 {dir}; ";
    auto request =
        line(std::string(start) + "pgrep -f '^sleep 311' > /dev/null && echo x > " + marker);
    ASSERT_TRUE(run(request));
    EXPECT_TRUE(std::filesystem::exists(marker));
    const auto sleeping = [this] {
        return process_.run({.argv = {"pgrep", "-f", "^sleep 311"}})->out;
    };
    EXPECT_EQ(sleeping(), "");
    request = line(std::string(start) + "sleep 311");
    request.timeout = 800ms;
    EXPECT_EQ(run(request).error().code, ErrorCode::timed_out);
    for (int i = 0; i < 100 && !sleeping().empty(); ++i) std::this_thread::sleep_for(10ms);
    EXPECT_EQ(sleeping(), "");
    nothing_is_left();
}

TEST_F(CommandProgram, StopsWhenAsked) {
    std::stop_source source;
    std::jthread later([&] {
        std::this_thread::sleep_for(200ms);
        source.request_stop();
    });
    WorkloadSettings settings;
    settings.stop = source.get_token();
    const auto result = run(line("sleep 300; echo {dir}"), settings);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::interrupted);
    nothing_is_left();
}

TEST_F(CommandProgram, LinksInItsFolderAreNotFollowedWhenItIsTidied) {
    const auto kept = folder_.path() + "/kept";
    std::ofstream(kept) << "x";
    const std::string closed = geteuid() == 0 ? "; chmod 0 {dir}/c" : "";  // only root gets in
    ASSERT_TRUE(run(line("ln -s " + kept + " {dir}/a; ln -s " + folder_.path() +
                         " {dir}/b; mkdir -p {dir}/c/d" + closed + "; echo rate=1")));
    EXPECT_TRUE(std::filesystem::exists(kept));
    nothing_is_left();
}

TEST_F(CommandProgram, AMistakeNamesItsOption) {
    is_usage_of("--command", line(""));
    is_usage_of("--command", line(" \n\t"));
    is_usage_of("{dir}", line("echo rate=1"));
    is_usage_of("--metric-regex", line("echo {dir}", ""));
    is_usage_of("--metric-regex", line("echo {dir}", "rate=[0-9]+"));
    is_usage_of("--metric-regex", line("echo {dir}", "rate=(["));
    auto both = line("echo {dir}");
    both.pointer = "/a";
    is_usage_of("exclude each other", both);
    auto pointer = line("echo {dir}", "");
    pointer.pointer = "a/b";
    is_usage_of("--metric-pointer", pointer);
    auto undirected = line("echo {dir}");
    undirected.higher_is_better.reset();
    is_usage_of("--direction", undirected);
}

}  // namespace
}  // namespace fstune::probes
