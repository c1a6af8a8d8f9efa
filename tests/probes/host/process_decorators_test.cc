#include "probes/host/process_decorators.h"

#include <gmock/gmock.h>

namespace fstune::probes {
namespace {

using testing::ElementsAre;

class CountingProcess : public Process {
  public:
    Result<Finished> run(const Command&) override {
        ++runs;
        Finished finished;
        finished.exit_code = 5;
        return finished;
    }
    int runs = 0;
};

TEST(DryRunProcess, ShowsWhatWouldChangeAndRunsWhatOnlyReads) {
    CountingProcess real;
    std::vector<std::string> shown;
    DryRunProcess dry(real, [&](const std::string& line) { shown.push_back(line); });
    EXPECT_EQ(dry.run({.argv = {"dumpe2fs"}})->exit_code, 5);
    EXPECT_EQ(
        dry.run({.argv = {"mkfs", "/dev/my disk"}, .effect = Effect::writes_device})->exit_code, 0);
    EXPECT_EQ(dry.run({.argv = {"mount"}, .effect = Effect::mounts})->exit_code, 0);
    EXPECT_EQ(real.runs, 1);
    EXPECT_THAT(shown, ElementsAre("mkfs '/dev/my disk'", "mount"));
}

TEST(RecordingProcess, RemembersCommandAndAnswer) {
    CountingProcess real;
    RecordingProcess recording(real);
    ASSERT_TRUE(recording.run({.argv = {"a"}}));
    ASSERT_EQ(recording.entries().size(), 1u);
    EXPECT_EQ(recording.entries()[0].command.argv.front(), "a");
    EXPECT_EQ(recording.entries()[0].answer->exit_code, 5);
}

TEST(FailNthProcess, FailsThatOneAndDoesNotRunIt) {
    CountingProcess real;
    FailNthProcess failing(real, 2, {ErrorCode::failed, "on purpose"});
    EXPECT_TRUE(failing.run({.argv = {"a"}}));
    EXPECT_EQ(failing.run({.argv = {"a"}}).error().message, "on purpose");
    EXPECT_TRUE(failing.run({.argv = {"a"}}));
    EXPECT_EQ(real.runs, 2);
}

TEST(ShellQuoted, CanBePastedIntoAShell) {
    EXPECT_EQ(shell_quoted({"mkfs.xfs", "-f", "/dev/it's"}), "mkfs.xfs -f '/dev/it'\\''s'");
    EXPECT_EQ(shell_quoted({"a", ""}), "a ''");
}

}  // namespace
}  // namespace fstune::probes
