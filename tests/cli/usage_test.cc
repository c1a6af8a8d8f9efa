// The command line as a user meets it: help, versions, lists, and what is said of mistakes.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "probes/host/posix_process.h"
#include "tests/cli/program.h"
#include "tests/fakes/temporary_folder.h"
#include "tuner/cli/studies.h"
#include "tuner/store/sqlite_study_store.h"

namespace fstune {
namespace {

using test::fstune;

struct Mistake {
    std::string name;
    std::vector<std::string> arguments;
    std::string named;  // what standard error has to name
};

class Usage : public testing::TestWithParam<Mistake> {};

TEST_P(Usage, AMistakeNamesTheOptionAndEndsWith2) {
    const auto done = fstune(GetParam().arguments);
    EXPECT_EQ(done.exit_code, 2) << done.err;
    EXPECT_NE(done.err.find(GetParam().named), std::string::npos) << done.err;
    EXPECT_EQ(done.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    All, Usage,
    testing::Values(
        Mistake{"UnknownOption", {"--frobnicate"}, "--frobnicate"},
        Mistake{"UnknownCommand", {"frobnicate"}, "frobnicate"},
        Mistake{"NoPlace", {"--goal", "db"}, "--device"},
        Mistake{"NoGoal", {"--scratch", "1G"}, "--goal"},
        Mistake{"TwoPlaces", {"--scratch", "1G", "--device", "/dev/x", "--goal", "db"}, "--device"},
        Mistake{"UnknownGoal", {"--scratch", "1G", "--goal", "fast"}, "--goal"},
        Mistake{"GoalWithoutWeight", {"--scratch", "1G", "--goal", "db,create=0.3"}, "--goal"},
        Mistake{"GoalOfNoWeight", {"--scratch", "1G", "--goal", "db=0,create=0.3"}, "--goal"},
        Mistake{"NegativeWeight", {"--scratch", "1G", "--goal", "db=-1,create=0.3"}, "--goal"},
        Mistake{"GoalTwice", {"--scratch", "1G", "--goal", "db=0.7,db=0.3"}, "--goal"},
        Mistake{"JobOfNoGoal",
                {"--scratch", "1G", "--goal", "db=0.7,create=0.3", "--job", "x.fio"},
                "--job"},
        Mistake{"BadSize", {"--scratch", "2X", "--goal", "db"}, "--scratch"},
        Mistake{"EmptyFolder", {"--scratch", "2G:", "--goal", "db"}, "--scratch"},
        Mistake{"BadTime", {"--scratch", "1G", "--goal", "db", "--budget", "3 weeks"}, "--budget"},
        Mistake{"NoTime", {"--scratch", "1G", "--goal", "db", "--budget", "0s"}, "--budget"},
        Mistake{"BadShare", {"--scratch", "1G", "--goal", "db", "--min-gain", "x"}, "--min-gain"},
        Mistake{"BadConfidence",
                {"--scratch", "1G", "--goal", "db", "--confidence", "101%"},
                "--confidence"},
        Mistake{"BadTrials", {"--scratch", "1G", "--goal", "db", "--trials", "-4"}, "--trials"},
        Mistake{"BadSeed", {"--scratch", "1G", "--goal", "db", "--seed", "x"}, "--seed"},
        Mistake{"NegativeSeed", {"--scratch", "1G", "--goal", "db", "--seed=-1"}, "--seed"},
        Mistake{"NoSeed", {"--scratch", "1G", "--goal", "db", "--seed", ""}, "--seed"},
        Mistake{"LargeSeed",
                {"--scratch", "1G", "--goal", "db", "--seed", "18446744073709551616"},
                "--seed"},
        Mistake{"EmptyDevice", {"--device", "", "--goal", "db"}, "--device"},
        Mistake{"EmptyStudy", {"--scratch", "1G", "--goal", "db", "--study", ""}, "--study"},
        Mistake{"EmptyJson", {"--scratch", "1G", "--goal", "db", "--json", ""}, "--json"},
        Mistake{"EmptyResume", {"--resume", ""}, "--resume"},
        Mistake{"BadRisk", {"--scratch", "1G", "--goal", "db", "--allow", "all"}, "--allow"},
        Mistake{
            "BadStrategy", {"--scratch", "1G", "--goal", "db", "--strategy", "luck"}, "--strategy"},
        Mistake{"ResumeWithGoal", {"--resume", "x.study", "--goal", "db"}, "--resume"},
        Mistake{"TimeoutOfNoProgram",
                {"--scratch", "1G", "--goal", "db", "--timeout", "5m"},
                "--timeout is of real programs"},
        Mistake{"NoRoom", {"--scratch", "0", "--goal", "db"}, "leaves no room"},
        Mistake{"NegativeGain", {"--scratch", "1G", "--goal", "db", "--min-gain=-5%"}, "-5%"},
        Mistake{"NoNumberOfGain", {"--scratch", "1G", "--goal", "db", "--min-gain", "nan"}, "nan"},
        Mistake{"EndlessGain", {"--scratch", "1G", "--goal", "db", "--min-gain", "inf%"}, "inf"},
        Mistake{"GuardAgainstTheGoal",
                {"--scratch", "1G", "--goal", "rand-write", "--guard", "rand-write<=+1%"},
                "forbids what is searched for"},
        Mistake{"GuardsAgainstEachOther",
                {"--scratch", "1G", "--goal", "db", "--guard", "space<=-5%,space>=+5%"},
                "nothing keeps both"},
        Mistake{"JsonNowhere",
                {"--scratch", "1G", "--goal", "db", "--json", "/nonexistent/x.json"},
                "--json"}),
    [](const auto& of) { return of.param.name; });

TEST(Program, HelpNamesEveryOption) {
    const auto done = fstune({"--help"});
    EXPECT_EQ(done.exit_code, 0);
    for (const auto* name : {"--device", "--scratch", "--goal", "--fs", "--budget", "--trials",
                             "--min-gain", "--confidence", "--seed", "--study", "--resume",
                             "--json", "--quiet", "--dry-run", "--wipe", "--allow", "--strategy"})
        EXPECT_NE(done.out.find(name), std::string::npos) << name;
}

// One that looks for columns has to find them; one on a terminal wants no line broken.
void expect_lines_fit(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
}

TEST(Program, HelpFitsAndNamesWhatAnOptionTakesInTheFieldsWords) {
    for (const std::string command :
         {"", "goals", "params", "studies", "export", "compare", "inspect", "doctor", "cleanup",
          "diagnose", "probe", "lint"}) {
        const auto done = command.empty() ? fstune({"--help"}) : fstune({command, "--help"});
        EXPECT_EQ(done.exit_code, 0);
        expect_lines_fit(done.out);
        for (const auto* ugly : {"INT", "FLOAT", "ENUM", " in [", ":{"})
            EXPECT_EQ(done.out.find(ugly), std::string::npos) << command << ugly << done.out;
    }
    const auto help = fstune({"--help"}).out;
    for (const auto* part : {"--scratch SIZE[:DIR] ", "--trials N ", "auto, random, lhs"})
        EXPECT_NE(help.find(part), std::string::npos) << part << help;
}

TEST(Program, GoalsStandInColumns) {
    const auto listed = fstune({"goals"}).out;
    expect_lines_fit(listed);
    const auto column = listed.find("BETTER");
    std::istringstream lines(listed);
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        EXPECT_EQ(line.at(column - 1), ' ') << line;
        EXPECT_EQ(line.at(column) == ' ', line.front() == ' ') << line;
    }
}

TEST(Program, StudiesHaveHeadsAndLinesThatFit) {
    const fakes::TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() + "/fstune");
    const auto store = tuner::SqliteStudyStore::create(folder.path() + "/fstune/a.study");
    ASSERT_TRUE(store);
    ASSERT_TRUE((*store)->begin({{{"goal", "db"}}, {{"place", "/dev/sdx"}}}));
    std::string reason;
    while (reason.size() < 300) reason += "for a reason ";
    ASSERT_TRUE((*store)->keep("ended", reason));
    const auto listed = tuner::studies_text({folder.path() + "/fstune/a.study"});
    expect_lines_fit(listed);
    for (const auto* part : {"STUDY ", "TRIALS  GOAL\n", "    PLACE: result\n", "a.study ", " db\n",
                             "    /dev/sdx: for"})
        EXPECT_NE(listed.find(part), std::string::npos) << part << listed;
}

TEST(Program, VersionIsANumber) {
    const auto done = fstune({"--version"});
    EXPECT_EQ(done.exit_code, 0);
    EXPECT_EQ(done.out.find_first_not_of("0123456789.\n"), std::string::npos) << done.out;
}

TEST(Program, ADeviceMayBeNamedFromTheCurrentFolder) {
    const std::vector<std::string> same = {"--goal", "db", "--dry-run"};
    std::vector<std::string> in_dev = {"env", "-C", "/dev", FSTUNE_PROGRAM, "--device", "null"};
    std::vector<std::string> anywhere = {"--device", "/dev/null"};
    in_dev.insert(in_dev.end(), same.begin(), same.end());
    anywhere.insert(anywhere.end(), same.begin(), same.end());
    const auto relative = probes::PosixProcess().run({.argv = in_dev});
    ASSERT_TRUE(relative);
    EXPECT_EQ(relative->err, fstune(anywhere).err);
}

TEST(Program, WithoutArgumentsItSaysWhatIsMissing) {
    const auto done = fstune({});
    EXPECT_EQ(done.exit_code, 2);
    EXPECT_NE(done.err.find("--device"), std::string::npos);
}

TEST(Program, GoalsAreListed) {
    const auto done = fstune({"goals"});
    EXPECT_EQ(done.exit_code, 0);
    for (const auto* name : {"seq-read", "seq-write", "rand-read", "rand-write", "create", "db"})
        EXPECT_NE(done.out.find(name), std::string::npos) << name;
}

TEST(Program, WhatIsNoStudyIsRefusedWithItsName) {
    for (const auto& arguments :
         std::vector<std::vector<std::string>>{{"export", FSTUNE_PROGRAM},
                                               {"--resume", FSTUNE_PROGRAM},
                                               {"export", "/nonexistent"}}) {
        const auto done = fstune(arguments);
        EXPECT_EQ(done.exit_code, 1) << done.err;
        EXPECT_NE(done.err.find(arguments.back()), std::string::npos) << done.err;
    }
}

}  // namespace
}  // namespace fstune
