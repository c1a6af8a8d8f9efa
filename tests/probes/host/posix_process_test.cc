#include "probes/host/posix_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <thread>

namespace fstune::probes {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

Result<Finished> run(std::vector<std::string> argv, std::chrono::milliseconds deadline = 20s,
                     std::stop_token stop = {}) {
    PosixProcess process;
    return process.run({std::move(argv), Effect::reads, deadline, std::move(stop)});
}

bool alive(pid_t pid) {
    // A zombie that its new parent has not reaped yet does not count.
    std::ifstream status("/proc/" + std::to_string(pid) + "/stat");
    std::string text((std::istreambuf_iterator<char>(status)), {});
    const auto end = text.rfind(')');
    return end != std::string::npos && text[end + 2] != 'Z';
}

TEST(PosixProcess, GivesOutputAndExitCode) {
    const auto done = run({"sh", "-c", "echo out; echo err >&2; exit 3"});
    ASSERT_TRUE(done);
    EXPECT_EQ(done->exit_code, 3);
    EXPECT_EQ(done->out, "out\n");
    EXPECT_EQ(done->err, "err\n");
}

TEST(PosixProcess, PassesArgumentsUnchanged) {
    const std::string odd = "-a b\n$(id) `id` '\"\\ \xff;";
    const auto done = run({"printf", "%s", odd});
    ASSERT_TRUE(done);
    EXPECT_EQ(done->out, odd);
}

TEST(PosixProcess, GivesChildrenACleanEnvironment) {
    setenv("LD_FSTUNE_TEST", "leaks", 1);
    const auto done = run({"env"});
    ASSERT_TRUE(done);
    EXPECT_EQ(done->out, "PATH=/usr/sbin:/usr/bin:/sbin:/bin\nLC_ALL=C\nTZ=UTC\n");
}

TEST(PosixProcess, GivesChildrenNoInputAndNoDescriptors) {
    const auto done = run({"sh", "-c", "cat; pwd; ls /proc/$$/fd"});
    ASSERT_TRUE(done);
    EXPECT_EQ(done->out, "/\n0\n1\n2\n");
}

TEST(PosixProcess, KeepsLargeOutputOfBothStreamsApart) {
    const auto done = run({"sh", "-c",
                           "head -c 3000000 /dev/zero | tr '\\0' a; "
                           "head -c 3000000 /dev/zero | tr '\\0' b >&2"});
    ASSERT_TRUE(done);
    EXPECT_EQ(done->out, std::string(3000000, 'a'));
    EXPECT_EQ(done->err, std::string(3000000, 'b'));
}

TEST(PosixProcess, ThrowsAwayWhatIsBeyondTheLimit) {
    const auto done = run({"head", "-c", "20000000", "/dev/zero"});
    ASSERT_TRUE(done);
    EXPECT_EQ(done->exit_code, 0);
    EXPECT_EQ(done->out.size(), std::size_t{16} << 20);
}

TEST(PosixProcess, SaysWhichProgramIsMissing) {
    const auto done = run({"fstune-no-such-program"});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::unsupported);
    EXPECT_THAT(done.error().message, HasSubstr("fstune-no-such-program"));
    EXPECT_EQ(run({"/etc/passwd"}).error().code, ErrorCode::failed);
    EXPECT_EQ(run({"../bin/sh"}).error().code, ErrorCode::usage);
    EXPECT_EQ(run({}).error().code, ErrorCode::usage);
}

TEST(PosixProcess, ReportsTheSignalThatEndedAProgram) {
    const auto done = run({"sh", "-c", "kill -11 $$"});
    ASSERT_TRUE(done);
    EXPECT_EQ(done->exit_code, 128 + SIGSEGV);
}

TEST(PosixProcess, KillsTheWholeGroupAtTheDeadline) {
    const std::string file = testing::TempDir() + "fstune-group-" + std::to_string(getpid());
    const auto done = run({"sh", "-c", "sleep 300 & echo $! > " + file + "; wait"}, 500ms);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::timed_out);
    EXPECT_THAT(done.error().message, HasSubstr("sleep 300"));
    pid_t grandchild = 0;
    std::ifstream(file) >> grandchild;
    unlink(file.c_str());
    ASSERT_GT(grandchild, 0);
    for (int i = 0; i < 100 && alive(grandchild); ++i) std::this_thread::sleep_for(10ms);
    EXPECT_FALSE(alive(grandchild));
}

TEST(PosixProcess, IsNotHeldUpByAGrandchildThatKeepsTheStreams) {
    const auto done = run({"sh", "-c", "sleep 300 & echo $!"}, 100s);
    ASSERT_TRUE(done);
    const pid_t grandchild = std::stoi(done->out);
    for (int i = 0; i < 100 && alive(grandchild); ++i) std::this_thread::sleep_for(10ms);
    EXPECT_FALSE(alive(grandchild));
}

TEST(PosixProcess, StopsWhenAsked) {
    std::stop_source source;
    std::jthread later([&] {
        std::this_thread::sleep_for(100ms);
        source.request_stop();
    });
    const auto done = run({"sleep", "300"}, 100s, source.get_token());
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::interrupted);
}

}  // namespace
}  // namespace fstune::probes
