// fio with a user's job: what fio is given, and which figure of its report counts.
#include <fstream>

#include "tests/probes/programs/fixture.h"

namespace fstune::probes {
namespace {

using testing::HasSubstr;
using testing::Not;

class FioProgram : public ProgramTest {
  protected:
    static ProgramRequest request(const std::string& job, const std::string& metric = "read.bw") {
        ProgramRequest request;
        request.program = "fio";
        request.job = job;
        request.metrics = {metric};
        return request;
    }
    // The job file that fio gets.
    std::string given(const ProgramRequest& request) {
        const auto copy = folder_.path() + "/given";
        program_is("for last; do :; done; cat \"$last\" > " + copy);
        (void)run(request);
        std::ifstream file(copy);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void printed(const std::string& name) {
        std::ifstream file(std::string(FSTUNE_TEST_DATA "/programs/fio-") + name + ".json");
        program_prints({std::istreambuf_iterator<char>(file), {}});
    }
};

TEST_F(FioProgram, GetsTheJobAsItWasJudgedAndASizeWhereItHasNone) {
    const auto job =
        given(request("; note\n[global]\nbs = 4k # small\n[a]\nrw=read\n"
                      "[b]\nsize=8m\nrw=write\ntime_based\nruntime=2\n"));
    EXPECT_EQ(job,
              "[global]\nbs=4k\n[a]\nrw=read\nsize=134217728\n[b]\nsize=8m\nrw=write\n"
              "time_based\nruntime=2\n");
    EXPECT_THAT(given(request("[global]\nsize=1m\n[a]\nrw=read\n")), Not(HasSubstr("134217728")));
    EXPECT_THAT(given(request("[a]\nrw=read\nnumjobs=64\n")), HasSubstr("size=8388608"));
}

TEST_F(FioProgram, SideBySideRatesAddUp) {
    printed("clones");
    auto both = request("[w]\nrw=write\nnumjobs=2\n", "write.bw");
    EXPECT_EQ(run(both)->value, 4096000);
    printed("grouped");  // by fio itself, in whole milliseconds
    EXPECT_EQ(run(both)->value, 2048000);
}

TEST_F(FioProgram, WhatDoesNotAddUpHasToBeNamed) {
    printed("clones");
    EXPECT_THAT(failure(request("[w]\nrw=write\n", "write.clat_ns.mean")),
                HasSubstr("group_reporting"));
    printed("phases");
    const auto job = "[prepare]\nrw=write\n[reader]\nrw=read\n[writer]\nrw=write\n";
    EXPECT_THAT(failure(request(job, "write.bw")), HasSubstr("prepare:write.bw"));
    EXPECT_EQ(run(request(job, "prepare:write.bw"))->value, 102400);
    EXPECT_EQ(run(request(job, "writer:write.bw"))->value, 292571);
    EXPECT_EQ(run(request(job, "read.bw"))->value, 1024000);
    is_usage_of("nobody", request(job, "nobody:write.bw"));
}

TEST_F(FioProgram, SeveralMetricsAreKeptAndTheFirstCounts) {
    printed("one");
    auto both = request("[reader]\nrw=randread\n", "read.iops");
    both.metrics.emplace_back("read.clat_ns.percentile.99");
    const auto result = run(both);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(result->value, result->metrics.at("read.iops"));
    EXPECT_EQ(result->metrics.at("read.clat_ns.percentile.99"), 2342912);
    EXPECT_EQ(result->metrics.at("read.io_bytes"), 4194304);
    both.metrics.emplace_back("read.nothing");
    EXPECT_THAT(failure(both), HasSubstr("read.nothing"));
}

TEST_F(FioProgram, WhatTheJobDidNotDoIsAFailureAndNoZero) {
    printed("one");
    EXPECT_THAT(failure(request("[reader]\nrw=randread\n", "write.bw")), HasSubstr("did no write"));
}

TEST_F(FioProgram, AJobThatEndedWithAnErrorIsAFailure) {
    program_prints(R"({"jobs": [{"jobname": "a", "error": 28, "read": {"bw": 5}}]})");
    EXPECT_THAT(failure(request("[a]\nrw=read\n")), HasSubstr("error 28"));
}

TEST_F(FioProgram, TheMetricTellsItsDirectionOrTheUserDoes) {
    const auto metric = [this](const std::string& path) {
        return make_program(request("[a]\nrw=read\n", path), seams()).value()->metric();
    };
    EXPECT_TRUE(metric("read.bw").higher_is_better);
    EXPECT_EQ(metric("read.bw").unit, "KiB/s");
    EXPECT_FALSE(metric("write.clat_ns.percentile.99.900000").higher_is_better);
    EXPECT_EQ(metric("a:write.lat_ns.mean").unit, "ns");
    EXPECT_FALSE(metric("usr_cpu").higher_is_better);
    auto unknown = request("[a]\nrw=read\n", "read.short_ios");
    is_usage_of("--direction", unknown);
    unknown.higher_is_better = false;
    EXPECT_TRUE(check_program(unknown));
}

TEST_F(FioProgram, WithoutJobOrMetricTheOptionIsNamed) {
    auto none = request("");
    is_usage_of("--job", none);
    auto undecided = request("[a]\nrw=read\n");
    undecided.metrics.clear();
    is_usage_of("--metric", undecided);
    is_usage_of("--job", request("no job at all"));
    is_usage_of("--job", request("[global]\nbs=4k\n"));
}

}  // namespace
}  // namespace fstune::probes
