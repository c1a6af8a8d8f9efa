// The real program on real filesystems: a whole study, what it prints, and what it leaves.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/cli/started_program.h"
#include "tests/fault/kills.h"
#include "tests/loop/loop_device.h"
#include "tests/loop/machine_state.h"
#include "tests/loop/own_process.h"

namespace fstune::loop_test {
namespace {

using test::On;
using test::StartedProgram;

constexpr auto patience = std::chrono::seconds(240);
constexpr std::uint64_t mebi = 1 << 20;

class Tune : public LoopTest {
  protected:
    std::vector<std::string> scratch(std::vector<std::string> more) const {
        std::vector<std::string> arguments = {
            "--scratch", "512M:" + folder_.path(), "--study", study_, "--budget", "40s"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    }
    std::string state() const { return machine_state({folder_.path()}); }

    TemporaryFolder folder_, other_;
    std::string study_ = other_.path() + "/a.study", json_ = other_.path() + "/a.json";
};

nlohmann::json read_json(const std::string& path) {
    std::ifstream in(path);
    return nlohmann::json::parse(in, nullptr, false);
}

TEST_F(Tune, AScratchFileIsTunedAndNothingIsLeft) {
    const auto before = state();
    const auto done =
        test::fstune(scratch({"--goal", "seq-read", "--trials", "30", "--json", json_}), patience);
    ASSERT_TRUE(done.exit_code == 0 || done.exit_code == 4) << done.err;
    EXPECT_NE(done.out.find("mkfs."), std::string::npos);
    EXPECT_NE(done.out.find("nofail,x-systemd.device-timeout=10s 0 0"), std::string::npos);
    EXPECT_EQ(fault_test::settled_state({folder_.path()}, before), before);
    const auto report = read_json(json_);
    ASSERT_TRUE(report.is_object());
    EXPECT_EQ(report.at("schema_version"), 1);
    EXPECT_TRUE(report.at("context").contains("kernel"));
    EXPECT_TRUE(report.at("context").contains("tool mkfs.xfs"));
    EXPECT_EQ(report.at("settings").at("seed"), "1");
    EXPECT_GT(report.at("overhead").at("max_rss_bytes"), 0);
    std::set<std::string> measured;
    for (const auto& trial : report.at("trials")) {
        if (trial.contains("value")) measured.insert(trial.at("filesystem"));
    }
    EXPECT_EQ(measured, (std::set<std::string>{"btrfs", "ext4", "xfs"}));
    EXPECT_LE(report.at("trials").size(), 32U);
}

// The whole way on a real filesystem: measured, reported, kept, exported and compared.
TEST_F(Tune, SeveralGoalsAreMeasuredOnOneFilesystem) {
    const auto before = state();
    const auto done =
        test::fstune(scratch({"--goal", "create=0.3,seq-read=0.7", "--guard", "space<=+50%", "--fs",
                              "ext4", "--trials", "24", "--json", json_}),
                     patience);
    ASSERT_TRUE(done.exit_code == 0 || done.exit_code == 4) << done.err;
    EXPECT_EQ(fault_test::settled_state({folder_.path()}, before), before);
    for (const auto* part : {"Goal by goal, against ext4", "seq-read (weight 0.7): ",
                             "create (weight 0.3): ", "the raw device: "})
        EXPECT_NE(done.out.find(part), std::string::npos) << part << "\n" << done.out;
    const auto report = read_json(json_);
    ASSERT_EQ(report.at("goals").size(), 2U);
    for (const auto& goal : report.at("goals")) EXPECT_GT(goal.at("ceiling").at("value"), 0);
    ASSERT_GE(report.at("pareto").size(), 1U);
    std::size_t measured = 0;
    for (const auto& trial : report.at("trials")) {
        if (!trial.contains("value")) continue;
        ++measured;
        const double read = trial.at("metrics").at("goal seq-read"),
                     create = trial.at("metrics").at("goal create"), score = trial.at("value");
        EXPECT_NEAR(score / (std::pow(read, 0.7) * std::pow(create, 0.3)), 1, 1e-9);
        EXPECT_TRUE(trial.at("goal_samples").contains("seq-read"));
    }
    EXPECT_GE(measured, 10U);
    const auto kept = nlohmann::json::parse(test::fstune({"export", study_}).out);
    EXPECT_EQ(kept.at("trials"), report.at("trials"));
    if (report.at("tried").at("trials").contains("confirm")) {
        const auto compared =
            nlohmann::json::parse(test::fstune({"compare", study_, "--json"}).out);
        std::set<std::string> phases;
        for (const auto& one : compared.at("comparisons")) phases.insert(one.at("phase"));
        EXPECT_EQ(phases, (std::set<std::string>{"create", "seq-read"}));
    }
}

TEST_F(Tune, EachStageIsInterruptedWithoutLeavingAnything) {
    const auto before = state();
    for (const std::string stage : {"calibrate", "ceiling", "search", "confirm"}) {
        const auto study = other_.path() + "/" + stage + ".study";
        StartedProgram program(
            {"--scratch", "512M:" + folder_.path(), "--study", study, "--goal", "seq-write", "--fs",
             "ext4,xfs", "--budget", "40s", "--trials", "30"},
            On::pipe);
        ASSERT_TRUE(program.wait_for(stage + "\n")) << program.said();
        std::this_thread::sleep_for(std::chrono::milliseconds(300));  // into a trial
        program.signal(SIGINT);
        program.signal(SIGTERM);  // a second one does no harm
        EXPECT_EQ(program.wait(), 130) << program.said();
        EXPECT_NE(program.said().find("--resume " + study), std::string::npos) << program.said();
        EXPECT_EQ(fault_test::settled_state({folder_.path()}, before), before) << stage;
    }
}

TEST_F(Tune, AnInterruptedStudyGoesOnAndKeepsItsTrials) {
    StartedProgram program(scratch({"--goal", "create", "--fs", "ext4,xfs", "--trials", "24"}),
                           On::pipe);
    ASSERT_TRUE(program.wait_for("search\n")) << program.said();
    program.signal(SIGTERM);
    ASSERT_EQ(program.wait(), 130) << program.said();
    const auto kept = nlohmann::json::parse(test::fstune({"export", study_}).out);
    const auto done = test::fstune({"--resume", study_, "--json", json_}, patience);
    ASSERT_TRUE(done.exit_code == 0 || done.exit_code == 4) << done.err;
    const auto trials = read_json(json_).at("trials");
    ASSERT_GT(trials.size(), kept.at("trials").size());
    for (std::size_t i = 0; i < kept.at("trials").size(); ++i)
        EXPECT_EQ(trials.at(i), kept.at("trials").at(i));
}

TEST_F(Tune, AStudyOfAnotherDeviceIsRefusedAndSaysWhatChanged) {
    const LoopDevice device(512 * mebi);
    const auto begun = test::fstune({"--device", device.path(), "--goal", "create", "--fs", "ext4",
                                     "--trials", "6", "--study", study_},
                                    patience);
    ASSERT_TRUE(begun.exit_code == 0 || begun.exit_code == 4) << begun.err;
    const LoopDevice other(640 * mebi);
    const auto refused = test::fstune({"--resume", study_, "--device", other.path()});
    EXPECT_EQ(refused.exit_code, 3) << refused.err;
    for (const auto& part : {other.path() + " is another device than " + device.path(),
                             std::string("device size was")})
        EXPECT_NE(refused.err.find(part), std::string::npos) << refused.err;
    // Consent to wipe is for the device of the study.
    run({"mkfs.ext4", "-q", other.path()});
    EXPECT_EQ(test::fstune({"--resume", study_, "--device", other.path(), "--wipe"}).err,
              refused.err);
    EXPECT_EQ(test::fstune({"--resume", study_, "--device", other.path()}).err, refused.err);
    run({"e2fsck", "-fn", other.path()});
}

// The commands as they are printed, run as they are; only the placeholder of the UUID is filled.
TEST_F(Tune, ThePrintedLinesRunOnTheDevice) {
    const LoopDevice device(512 * mebi);
    const auto before = machine_state({device.path()});
    const auto done = test::fstune({"--device", device.path(), "--goal", "db", "--budget", "30s",
                                    "--trials", "30", "--json", json_, "--study", study_},
                                   patience);
    ASSERT_TRUE(done.exit_code == 0 || done.exit_code == 4) << done.err;
    EXPECT_EQ(fault_test::settled_state({device.path()}, before), before);
    std::string mkfs, mount, fstab;
    std::istringstream lines(done.out);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("  mkfs.")) mkfs = line.substr(2);
        if (line.starts_with("  mount ")) mount = line.substr(2);
        if (line.starts_with("  UUID=")) fstab = line.substr(2);
    }
    ASSERT_NE(mkfs, "");
    run({"sh", "-c", mkfs});
    const auto target = other_.path() + "/data";
    std::filesystem::create_directory(target);
    const std::string placeholder = "/mnt/data";
    const auto argv = read_json(json_).at("lines").at("mount").get<std::vector<std::string>>();
    EXPECT_EQ(mount, probes::shell_quoted(argv));
    run({"sh", "-c", std::regex_replace(mount, std::regex(placeholder), target)});
    run({"umount", target});
    const auto uuid =
        first_line(run({"blkid", "-p", "-s", "UUID", "-o", "value", device.path()}).out);
    fstab = std::regex_replace(fstab, std::regex("<UUID>"), uuid);
    fstab = std::regex_replace(fstab, std::regex(placeholder), target);
    const auto table = other_.path() + "/fstab";
    std::ofstream(table) << fstab << "\n";
    run({"findmnt", "--verify", "--tab-file", table});
    run({"mount", "-T", table, target});
    run({"umount", target});
}

TEST_F(Tune, ADeviceInUseIsRefused) {
    const LoopDevice device(512 * mebi);
    run({"mkfs.ext4", "-q", device.path()});
    const auto refused = test::fstune({"--device", device.path(), "--goal", "db"});
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_NE(refused.err.find("--wipe"), std::string::npos) << refused.err;
    EXPECT_FALSE(std::filesystem::exists(study_));
}

TEST_F(Tune, ADeviceThatIsOpenElsewhereIsRefusedOrWarnedOf) {
    const LoopDevice device(512 * mebi);
    const std::vector<std::string> arguments = {"--device", device.path(), "--goal", "db",
                                                "--dry-run"};
    {
        const Opener writer(device.path(), O_RDWR);
        for (const auto& words : {arguments, {arguments.begin(), arguments.end() - 1}}) {
            const auto refused = test::fstune(words);
            EXPECT_EQ(refused.exit_code, 3) << refused.err;
            EXPECT_NE(refused.err.find("open for writing"), std::string::npos) << refused.err;
        }
    }
    const Opener reader(device.path(), O_RDONLY);
    const auto warned = test::fstune(arguments);
    EXPECT_EQ(warned.exit_code, 0) << warned.err;
    EXPECT_NE(warned.err.find("open for reading"), std::string::npos) << warned.err;
}

// The result is no reason to write to a device.
TEST_F(Tune, ADeviceIsNoPlaceForTheJson) {
    const LoopDevice device(64 * mebi);
    const auto refused =
        test::fstune(scratch({"--goal", "create", "--trials", "4", "--json", device.path()}));
    EXPECT_EQ(refused.exit_code, 2) << refused.err;
    EXPECT_NE(refused.err.find("--json"), std::string::npos) << refused.err;
    run({"cmp", "-n", "4096", device.path(), "/dev/zero"});
}

TEST_F(Tune, AReportThatCannotBeSaidIsInTheJsonAndEndsWith1) {
    const auto before = state();
    std::string command = FSTUNE_PROGRAM;
    for (const auto& argument :
         scratch({"--goal", "create", "--fs", "ext4", "--trials", "6", "--json", json_}))
        command += " " + argument;
    probes::PosixProcess process;
    const auto done =
        process.run({.argv = {"sh", "-c", command + " >/dev/full"}, .deadline = patience});
    ASSERT_TRUE(done);
    EXPECT_EQ(done->exit_code, 1) << done->err;
    EXPECT_NE(done->err.find("standard output could not be written"), std::string::npos);
    EXPECT_TRUE(read_json(json_).is_object());
    EXPECT_EQ(fault_test::settled_state({folder_.path()}, before), before);
}

TEST_F(Tune, AJsonThatCannotBeWrittenIsNamedAndCanBeHadAgain) {
    const auto done = test::fstune(
        scratch({"--goal", "create", "--fs", "ext4", "--trials", "6", "--json", "/dev/full"}),
        patience);
    EXPECT_EQ(done.exit_code, 1) << done.err;
    EXPECT_NE(done.err.find("--json: '/dev/full' cannot be written: No space left"),
              std::string::npos)
        << done.err;
    EXPECT_NE(done.out.find("mkfs.ext4"), std::string::npos);
    const auto again = test::fstune({"--resume", study_, "--json", json_}, patience);
    EXPECT_TRUE(again.exit_code == 0 || again.exit_code == 4) << again.err;
    EXPECT_TRUE(read_json(json_).is_object());
}

TEST_F(Tune, OnATerminalOneLineIsRewritten) {
    StartedProgram program(scratch({"--goal", "create", "--fs", "ext4", "--trials", "8"}),
                           On::terminal);
    const int code = program.wait();
    EXPECT_TRUE(code == 0 || code == 4) << program.said();
    EXPECT_NE(program.said().find("\r\033[K"), std::string::npos);
    EXPECT_NE(program.said().find("\033[32m["), std::string::npos);
    EXPECT_NE(program.said().find("left"), std::string::npos);
}

TEST_F(Tune, NoColorIsHonouredAndQuietIsQuiet) {
    StartedProgram plain(scratch({"--goal", "create", "--fs", "ext4", "--trials", "8"}),
                         On::terminal, {"NO_COLOR=1"});
    plain.wait();
    EXPECT_EQ(plain.said().find("\033[32m"), std::string::npos);
    std::filesystem::remove(study_);
    const auto quiet = test::fstune(
        scratch({"--goal", "create", "--fs", "ext4", "--trials", "8", "--quiet"}), patience);
    EXPECT_EQ(quiet.err.find("calibrate"), std::string::npos) << quiet.err;
}

TEST_F(Tune, JsonOnStandardOutputIsNothingElse) {
    const auto done = test::fstune(
        scratch({"--goal", "create", "--fs", "ext4", "--trials", "8", "--json", "-"}), patience);
    EXPECT_TRUE(nlohmann::json::parse(done.out, nullptr, false).is_object()) << done.out;
    EXPECT_NE(done.err.find("mkfs.ext4"), std::string::npos);
    std::filesystem::remove(study_);
    const auto quiet = test::fstune(
        scratch({"--goal", "create", "--fs", "ext4", "--trials", "8", "--json", "-", "--quiet"}),
        patience);
    EXPECT_TRUE(nlohmann::json::parse(quiet.out, nullptr, false).is_object()) << quiet.out;
    EXPECT_EQ(quiet.err, "");
}

}  // namespace
}  // namespace fstune::loop_test
