// What is printed is read back as the same figures, by the readers that read the published tables.
#include "tuner/probe/tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "knowledge/readers/probe_json.h"
#include "tests/fakes/temporary_folder.h"
#include "tuner/compare/compare.h"
#include "tuner/compare/input.h"

namespace fstune::tuner {
namespace {

using knowledge::TiobenchRow;
using testing::HasSubstr;

TiobenchRow row(const std::string& phase, int threads, double rate, const std::string& unit) {
    return {.phase = phase,
            .identifier = "ext4-6.18",
            .unit = unit,
            .file_size_mb = 1024,
            .block_bytes = 4096,
            .threads = threads,
            .rate = rate,
            .cpu_percent = 123.456,
            .latency_avg_ms = 1.23456,
            .latency_max_ms = 258436.678,
            .pct_over_2s = 0.012754,
            .pct_over_10s = 0.011351,
            .cpu_efficiency = rate / 1.23456,
            .kernel_cpu_percent = 7.89,
            .percentiles = knowledge::TiobenchPercentiles{0.5, 1.5, 12.345, 99.9}};
}

ProbeCell cell(const std::string& workload, const std::vector<TiobenchRow>& runs) {
    ProbeCell made{workload, runs[0].threads, runs, {}, {}};
    made.row = together(runs, {});
    return made;
}

ProbeResult measured(double faster = 1) {
    ProbeResult result;
    for (const int threads : {1, 32})
        result.cells.push_back(
            cell("seq-read", {row("sequential-read", threads, 35.113 * faster, "MB/s"),
                              row("sequential-read", threads, 35.521 * faster, "MB/s"),
                              row("sequential-read", threads, 34.902 * faster, "MB/s")}));
    result.cells.push_back(cell("create", {row("create/create", 4, 48211.4, "files/s"),
                                           row("create/create", 4, 48000.6, "files/s"),
                                           row("create/create", 4, 48100, "files/s")}));
    result.cells.push_back(cell("db", {row("db", 2, 0.034567, "ops/s")}));
    return result;
}

const ProbeSettings settings{.runs = 3, .size = std::uint64_t{1} << 30};

ProbeContext context() {
    return {"1.0", {.folder = "/mnt/a", .type = "ext4", .source = "/dev/sdz"}, {"something"}};
}

// To the digits that are printed.
void expect_close(double read, double was) {
    EXPECT_NEAR(read, was, std::max(0.0051 * std::min(1.0, std::abs(was)), 1e-6 * was) + 5e-4);
}

TEST(ProbeTables, TextIsReadBack) {
    const auto result = measured();
    const auto text = probe_text(result, settings, context());
    ASSERT_TRUE(knowledge::is_tiobench(text));
    const auto rows = knowledge::read_tiobench(text);
    ASSERT_TRUE(rows) << rows.error().message;
    ASSERT_EQ(rows->size(), result.cells.size());
    for (std::size_t i = 0; i < rows->size(); ++i) {
        const auto& read = (*rows)[i];
        const auto& was = result.cells[i].row;
        EXPECT_EQ(read.phase, was.phase);
        EXPECT_EQ(read.identifier, was.identifier);
        EXPECT_EQ(read.unit, was.unit);
        EXPECT_EQ(read.threads, was.threads);
        EXPECT_EQ(read.file_size_mb, was.file_size_mb);
        EXPECT_EQ(read.block_bytes, was.block_bytes);
        EXPECT_EQ(read.runs, was.runs);
        expect_close(read.rate, was.rate);
        expect_close(read.rate_deviation, was.rate_deviation);
        EXPECT_NEAR(read.cpu_percent, 123.5, 1e-9);
        EXPECT_NEAR(read.latency_avg_ms, 1.235, 1e-9);
        EXPECT_NEAR(read.latency_max_ms, 258436.68, 1e-9);
        EXPECT_NEAR(read.pct_over_2s, 0.01275, 1e-9);
        EXPECT_NEAR(read.pct_over_10s, 0.01135, 1e-9);
        EXPECT_EQ(read.percentiles->p99, 12.345);
        EXPECT_EQ(read.percentiles->p999, 99.9);
        EXPECT_EQ(*read.kernel_cpu_percent, 7.89);
    }
    EXPECT_THAT(text, HasSubstr("Not done:\n  something"));
}

TEST(ProbeTables, WarningsOfAKindAreOneLineInTextAndAllInJson) {
    auto result = measured();
    for (const char* where : {"1 threads", "32 threads"})
        result.warnings.push_back({"seq-read", where, "cached result: all of it; drop it"});
    result.warnings.push_back({"db", "2 threads", "cached result: some of it; drop it"});
    result.failures.push_back({"create", 4, 2, "x: No space left on device"});
    const auto text = probe_text(result, settings, context());
    EXPECT_THAT(text, HasSubstr("  seq-read, 1 threads: cached result: all of it; drop it (1 more "
                                "of this kind)\n  db, 2 threads: cached"));
    EXPECT_THAT(text, HasSubstr("Failed:\n  create, 4 threads, run 2: x: No space left"));
    const auto json = probe_json(result, settings, context());
    EXPECT_EQ(json["warnings"].size(), 3U);
    EXPECT_EQ(json["failures"][0]["run"], 2);
}

TEST(ProbeTables, WhatIsNotKnownIsNoNumber) {
    auto result = measured();
    auto& unknown = result.cells[3];
    for (auto* each : {&unknown.row, &unknown.runs[0]}) {
        each->cpu_percent = each->latency_avg_ms = each->cpu_efficiency = std::nan("");
        each->percentiles.reset();
        each->kernel_cpu_percent.reset();
    }
    const auto text = knowledge::read_tiobench(probe_text(result, settings, context()));
    const auto csv = knowledge::read_tiobench(probe_csv(result));
    const auto json = knowledge::read_probe_json(probe_json(result, settings, context()).dump());
    for (const auto* rows : {&text, &csv, &json}) {
        ASSERT_TRUE(*rows) << rows->error().message;
        EXPECT_TRUE(std::isnan((*rows)->back().cpu_percent));
        EXPECT_TRUE(std::isnan((*rows)->back().latency_avg_ms));
        EXPECT_FALSE((*rows)->back().percentiles);
        EXPECT_FALSE((*rows)->back().kernel_cpu_percent);
        EXPECT_NEAR((*rows)->back().rate, 0.034567, 1e-4);
    }
}

void expect_exact(const std::vector<TiobenchRow>& rows, const ProbeResult& result) {
    std::size_t at = 0;
    for (const auto& one : result.cells)
        for (const auto& was : one.runs) {
            ASSERT_LT(at, rows.size());
            const auto& read = rows[at++];
            EXPECT_EQ(read.phase, was.phase);
            EXPECT_EQ(read.identifier, was.identifier);
            EXPECT_EQ(read.unit, was.unit);
            EXPECT_EQ(read.threads, was.threads);
            EXPECT_EQ(read.rate, was.rate);
            EXPECT_EQ(read.cpu_percent, was.cpu_percent);
            EXPECT_EQ(read.latency_avg_ms, was.latency_avg_ms);
            EXPECT_EQ(read.latency_max_ms, was.latency_max_ms);
            EXPECT_EQ(read.pct_over_2s, was.pct_over_2s);
            EXPECT_EQ(read.pct_over_10s, was.pct_over_10s);
            EXPECT_EQ(read.cpu_efficiency, was.cpu_efficiency);
            EXPECT_EQ(read.kernel_cpu_percent, was.kernel_cpu_percent);
            EXPECT_EQ(read.percentiles.has_value(), was.percentiles.has_value());
            if (read.percentiles && was.percentiles) {
                EXPECT_EQ(read.percentiles->p999, was.percentiles->p999);
            }
        }
    EXPECT_EQ(at, rows.size());
}

TEST(ProbeTables, CsvAndJsonAreReadBackToTheLastDigit) {
    auto result = measured();
    result.cells[2].runs[0].percentiles.reset();
    result.cells[2].runs[0].kernel_cpu_percent.reset();
    result.cells[0].runs[0].identifier = "a,\"b\"";
    const auto csv = knowledge::read_tiobench(probe_csv(result));
    ASSERT_TRUE(csv) << csv.error().message;
    expect_exact(*csv, result);
    result.cells[0].runs[0].identifier = result.cells[0].row.identifier;
    const auto json = knowledge::read_probe_json(probe_json(result, settings, context()).dump());
    ASSERT_TRUE(json) << json.error().message;
    expect_exact(*json, result);
}

// fstune compare on two outputs that were kept, in each form.
TEST(ProbeTables, ComparingTwoOutputsWorksInEveryForm) {
    fakes::TemporaryFolder folder;
    const auto slow = measured(), fast = measured(1.5);
    const auto write = [&](const std::string& name, const std::string& text) {
        std::ofstream(folder.path() + "/" + name) << text;
        return folder.path() + "/" + name;
    };
    const std::vector<std::pair<std::string, std::string>> forms = {
        {probe_text(slow, settings, context()), probe_text(fast, settings, context())},
        {probe_csv(slow), probe_csv(fast)},
        {probe_json(slow, settings, context()).dump(2),
         probe_json(fast, settings, context()).dump(2)}};
    for (const auto& [a, b] : forms) {
        const auto input = read_inputs({write("a", a), write("b", b)}, {});
        ASSERT_TRUE(input) << input.error().message;
        const auto report = compare(input->series, {});
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_EQ(report->verdict, "better") << a;
        const auto& first = report->comparisons.at(0);
        EXPECT_EQ(first.phase, "sequential-read threads=1");
        EXPECT_EQ(first.baseline, "a");
        EXPECT_EQ(first.variant, "b");
        EXPECT_NEAR(*first.sides.percent, 50, 0.1);
        EXPECT_EQ(first.sides.a.n, 3U);
    }
}

TEST(ProbeTables, PrintedTiobenchIsComparedAsItsCsvIs) {
    const auto printed = read_inputs({FSTUNE_TEST_DATA "/benchmarks/tiobench-0.3.txt"}, {});
    const auto csv =
        read_inputs({FSTUNE_TEST_DATA "/seeds/reiserfs-preallocation-tiobench.csv"}, {});
    ASSERT_TRUE(printed) << printed.error().message;
    const auto a = compare(printed->series, {}), b = compare(csv->series, {});
    ASSERT_TRUE(a) << a.error().message;
    ASSERT_EQ(a->comparisons.size(), b->comparisons.size());
    for (std::size_t i = 0; i < a->comparisons.size(); ++i) {
        EXPECT_EQ(a->comparisons[i].phase, b->comparisons[i].phase);
        EXPECT_EQ(a->comparisons[i].sides.percent, b->comparisons[i].sides.percent);
        EXPECT_EQ(a->comparisons[i].verdict, b->comparisons[i].verdict);
    }
}

TEST(ProbeTables, OtherProgramsAreComparedToo) {
    for (const auto* name : {"fs_mark-3.3.txt", "postmark-1.51.txt"}) {
        fakes::TemporaryFolder folder;
        const auto path = std::string(FSTUNE_TEST_DATA "/benchmarks/") + name;
        const auto copy = folder.path() + "/other";
        std::filesystem::copy(path, copy);
        const auto input = read_inputs({path, copy}, {});
        ASSERT_TRUE(input) << input.error().message;
        const auto report = compare(input->series, {});
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_NE(report->verdict, "better");
        EXPECT_EQ(*report->comparisons.at(0).sides.percent, 0);
    }
}

}  // namespace
}  // namespace fstune::tuner
