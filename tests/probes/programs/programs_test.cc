// Every program behind a script that prints what the real one printed, or something else.
#include "tests/probes/programs/fixture.h"

#include <nlohmann/json.hpp>

namespace fstune::probes {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string captured(const std::string& path) {
    std::ifstream file(std::string(FSTUNE_TEST_DATA "/") + path);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

constexpr const char* fio_job = "[reader]\nrw=randread\nsize=4m\n";

ProgramRequest request_for(const std::string& program, const std::string& metric = "") {
    ProgramRequest request;
    request.program = program;
    if (!metric.empty()) request.metrics = {metric};
    if (program == "fio") {
        request.job = fio_job;
        if (metric.empty()) request.metrics = {"read.bw"};
    }
    if (program == "command") {
        request.command = "echo {dir}; \"$FSTUNE_DIR/../../../program\"";
        request.regex = "rate=([0-9]+)";
        request.higher_is_better = true;
    }
    return request;
}

struct Printed {
    std::string program, metric, file;
    double value;
};

class Prints : public ProgramTest, public testing::WithParamInterface<Printed> {};

TEST_P(Prints, WhatTheRealOnePrintedIsRead) {
    program_prints(captured(GetParam().file));
    const auto result = run(request_for(GetParam().program, GetParam().metric));
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_DOUBLE_EQ(result->value, GetParam().value);
    EXPECT_GT(result->seconds.at("measure"), 0);
    nothing_is_left();
}

INSTANTIATE_TEST_SUITE_P(
    All, Prints,
    testing::Values(Printed{"fio", "read.bw", "programs/fio-one.json", 33573},
                    Printed{"fio", "read.clat_ns.percentile.99", "programs/fio-one.json", 2342912},
                    Printed{"dbench", "", "programs/dbench-4.00.txt", 181.695},
                    Printed{"dbench", "max_latency", "programs/dbench-4.00.txt", 49.856},
                    Printed{"bonnie++", "", "programs/bonnie-2.00-blocks.csv", 84811},
                    Printed{"bonnie++", "seeks_per_s", "programs/bonnie-2.00-blocks.csv", 11635},
                    Printed{"bonnie++", "sequential_delete_per_s", "programs/bonnie-2.00-files.csv",
                            207},
                    Printed{"fs_mark", "", "benchmarks/fs_mark-3.3-verbose.txt", 1640.3},
                    Printed{"tiobench", "", "programs/tiobench-0.3.3.txt", 28.65},
                    Printed{"tiobench", "random_write", "programs/tiobench-0.3.3.txt", 1.58},
                    Printed{"tiobench", "sequential_write_max_latency",
                            "programs/tiobench-0.3.3.txt", 3126.94}));

// Its operations over our own time: not what it says, which is in whole seconds.
TEST_F(ProgramTest, PostmarksOperationsAreCountedAndTheTimeIsOurs) {
    program_prints(captured("benchmarks/postmark-1.51.txt") + "\n");
    script_.clear();
    program_is("sleep 0.2; cat " + folder_.path() + "/printed");
    const auto result = run(request_for("postmark"));
    ASSERT_TRUE(result) << result.error().message;
    double operations = 0;
    for (const auto* count : {"files_created", "files_deleted", "files_read", "files_appended"})
        operations += result->metrics.at(count);
    EXPECT_GT(operations, 0);
    EXPECT_NEAR(result->value,
                operations / (result->seconds.at("measure") + result->seconds.at("sync")),
                1e-6 * operations);
}

class EveryProgram : public ProgramTest, public testing::WithParamInterface<std::string> {
  protected:
    ProgramRequest request() const { return request_for(GetParam()); }
};

TEST_P(EveryProgram, ThatPrintsNothingFails) {
    program_is("exit 0");
    EXPECT_THAT(failure(request()), HasSubstr(GetParam()));
    nothing_is_left();
}

TEST_P(EveryProgram, ThatPrintsGarbageFailsWithItShown) {
    // A brace at the end of a line does not make a report.
    program_is("head -c 3000 /dev/urandom; echo {; echo garbled words");
    const auto said = failure(request());
    EXPECT_THAT(said, AllOf(HasSubstr(GetParam()), HasSubstr("garbled words")));
    for (const char c : said) EXPECT_TRUE(c >= ' ' && c <= '~');
}

TEST_P(EveryProgram, ThatCrashesFailsEvenWithAWholeReport) {
    program_prints(captured("programs/fio-one.json") + captured("programs/dbench-4.00.txt"));
    program_is("cat " + folder_.path() + "/printed; echo going down >&2; kill -SEGV $$");
    EXPECT_THAT(failure(request()), AllOf(HasSubstr("signal 11"), HasSubstr("going down")));
    nothing_is_left();
}

TEST_P(EveryProgram, ThatEndsNonZeroFails) {
    program_is("echo no such thing >&2; exit 7");
    EXPECT_THAT(failure(request()), AllOf(HasSubstr("exit code 7"), HasSubstr("no such thing")));
}

TEST_P(EveryProgram, ThatPrintsWithoutAnEndIsStoppedAndNotKept) {
    program_is("yes rate=x");
    auto asked = request();
    asked.timeout = std::chrono::milliseconds(100);
    const auto result = run(asked);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::timed_out);
    EXPECT_LT(result.error().message.size(), 500U);
    nothing_is_left();
}

TEST_P(EveryProgram, ThatPrintsAHugeLineFailsInShort) {
    program_is("head -c 20000000 /dev/zero | tr '\\0' 9");
    EXPECT_LT(failure(request()).size(), 600U);
}

TEST_P(EveryProgram, IsGivenItsFolderAndWritesNowhereElse) {
    program_is("pwd > " + folder_.path() + "/where; touch here; exit 3");
    EXPECT_FALSE(run(request()));
    std::string where;
    std::ifstream(folder_.path() + "/where") >> where;
    EXPECT_TRUE(where.starts_with(work_ + "/fstune-")) << where;
    nothing_is_left();
}

TEST_P(EveryProgram, ThatIsNotInstalledIsUnsupportedAndSaysWhatToInstall) {
    const ProgramSeams none{process_, [](const std::string& name) -> Result<std::string> {
                                return fail(ErrorCode::unsupported, name + " is not installed");
                            }};
    const auto result = make_program(request(), none).value()->run(place(), {});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::unsupported);
    const auto& package = find_program_info(GetParam())->package;
    EXPECT_THAT(result.error().message,
                HasSubstr(package.empty() ? "is not installed" : "apt-get install " + package));
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const auto& program : programs()) all.push_back(program.name);
    return all;
}

INSTANTIATE_TEST_SUITE_P(All, EveryProgram, testing::ValuesIn(names()), [](const auto& test) {
    return test.param == "bonnie++" ? std::string("bonnie") : test.param;
});

// What it is too fast to time it is asked again, with more, and the amount stays.
TEST_F(ProgramTest, BonnieIsAskedForMoreUntilItTimesIt) {
    const auto counter = folder_.path() + "/runs";
    program_prints(captured("programs/bonnie-2.00-blocks.csv"));
    program_is("echo \"$@\" >> " + counter + "\nif [ $(wc -l < " + counter +
               ") -ge 3 ]; then sed 's/+++++,+++,11635/4321,9,11635/' " + folder_.path() +
               "/printed; else cat " + folder_.path() + "/printed; fi");
    const auto result = run(request_for("bonnie++", "block_read_kib_s"));
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(result->value, 4321);
    std::ifstream runs(counter);
    std::vector<std::string> lines;
    for (std::string line; std::getline(runs, line);) lines.push_back(line);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_THAT(lines[0], HasSubstr("-s 64:64k"));
    EXPECT_THAT(lines[1], HasSubstr("-s 256:64k"));
    EXPECT_THAT(lines[2], HasSubstr("-s 512:64k")) << "half of the space is the most";
}

TEST_F(ProgramTest, BonnieThatNeverTimesItSaysSo) {
    program_prints(captured("programs/bonnie-2.00-blocks.csv"));
    EXPECT_THAT(failure(request_for("bonnie++", "block_read_kib_s")), HasSubstr("half a second"));
}

TEST_F(ProgramTest, UnitAndDirectionOfTheUserStand) {
    auto request = request_for("dbench", "max_latency");
    request.unit = "msec";
    request.higher_is_better = true;
    const auto metric = make_program(request, seams()).value()->metric();
    EXPECT_EQ(metric.unit, "msec");
    EXPECT_TRUE(metric.higher_is_better);
    request.higher_is_better.reset();
    EXPECT_FALSE(make_program(request, seams()).value()->metric().higher_is_better);
}

TEST(Programs, AMetricThatAProgramHasNotNamesThoseThatItHas) {
    for (const auto& program : programs())
        if (!program.metrics.empty()) {
            is_usage_of("--metric", request_for(program.name, "speed"));
            is_usage_of(program.metrics.back().name, request_for(program.name, "speed"));
        }
}

}  // namespace
}  // namespace fstune::probes
