// tiobench's tables: printed, as CSV, and the published ones.
#include "knowledge/readers/tiobench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "knowledge/readers/probe_json.h"

namespace fstune::knowledge {
namespace {

using testing::HasSubstr;

std::string file(const std::string& name) {
    std::ifstream in(FSTUNE_TEST_DATA "/" + name);
    EXPECT_TRUE(in) << name;
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<TiobenchRow> rows_of(const std::string& name) {
    const auto rows = read_tiobench(file(name));
    EXPECT_TRUE(rows) << rows.error().message;
    return rows ? *rows : std::vector<TiobenchRow>{};
}

void expect_same(const TiobenchRow& a, const TiobenchRow& b) {
    EXPECT_EQ(a.phase, b.phase);
    EXPECT_EQ(a.identifier, b.identifier);
    EXPECT_EQ(a.unit, b.unit);
    EXPECT_EQ(a.threads, b.threads);
    EXPECT_EQ(a.rate, b.rate);
    EXPECT_EQ(a.cpu_percent, b.cpu_percent);
    EXPECT_EQ(a.latency_avg_ms, b.latency_avg_ms);
    EXPECT_EQ(a.latency_max_ms, b.latency_max_ms);
    EXPECT_EQ(a.pct_over_2s, b.pct_over_2s);
    EXPECT_EQ(a.pct_over_10s, b.pct_over_10s);
    EXPECT_EQ(a.cpu_efficiency, b.cpu_efficiency);
}

// Both are the same measurements.
TEST(Tiobench, PrintedTablesAndTheirCsvAreTheSameRows) {
    const auto printed = rows_of("benchmarks/tiobench-0.3.txt");
    const auto csv = rows_of("seeds/reiserfs-preallocation-tiobench.csv");
    ASSERT_EQ(printed.size(), 60U);
    ASSERT_EQ(csv.size(), printed.size());
    for (std::size_t i = 0; i < csv.size(); ++i) expect_same(printed[i], csv[i]);
    EXPECT_EQ(printed[3].identifier, "2.4.20-pre1");
    EXPECT_EQ(printed[3].threads, 32);
    EXPECT_EQ(printed[3].rate, 27.27);
    EXPECT_EQ(printed[3].latency_max_ms, 258436.68);
    EXPECT_EQ(printed[3].pct_over_10s, 0.01135);
    EXPECT_EQ(printed[3].file_size_mb, 8192);
    EXPECT_FALSE(printed[3].percentiles);
    EXPECT_EQ(printed[3].runs, 1);
}

TEST(Tiobench, TenRunsOfEachAreTenRows) {
    const auto rows = rows_of("seeds/ext3-free-blocks-counter-tiobench.csv");
    ASSERT_EQ(rows.size(), 80U);
    EXPECT_EQ(rows[0].identifier, "atomic_long_t");
    EXPECT_EQ(rows[0].threads, 256);
    EXPECT_EQ(rows[0].rate, 394.38);
    EXPECT_EQ(rows[0].cpu_percent, 1540);
    EXPECT_EQ(rows[79].phase, "random-write");
    EXPECT_EQ(rows[79].rate, 2.47);
}

// tiobench rounds the efficiency: rate for each whole processor.
TEST(Tiobench, EfficiencyIsRateForAProcessor) {
    for (const auto& row : rows_of("seeds/reiserfs-preallocation-tiobench.csv"))
        EXPECT_NEAR(row.cpu_efficiency, row.rate / row.cpu_percent * 100, 1) << row.rate;
}

TEST(Tiobench, RowsHaveElevenColumnsOrOursMore) {
    const std::string plain =
        "2.5.63     252   4096   10    7.76 4.177%    13.815     2229.81   0.00000  0.00000   186";
    const auto row = tiobench_row(plain);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->cpu_percent, 4.177);
    const auto ours = tiobench_row(plain + " 3.10% 0.5 1.5 2.5 9.5 5 0.25");
    ASSERT_TRUE(ours);
    EXPECT_EQ(*ours->kernel_cpu_percent, 3.1);
    EXPECT_EQ(ours->percentiles->p90, 1.5);
    EXPECT_EQ(ours->runs, 5);
    EXPECT_EQ(ours->rate_deviation, 0.25);
    const auto unknown = tiobench_row(plain + " - - - - - 1 -");
    ASSERT_TRUE(unknown);
    EXPECT_FALSE(unknown->kernel_cpu_percent);
    EXPECT_FALSE(unknown->percentiles);
    for (const char* more : {" 1", " - - - - - 0 -", " - - - - - x -", " - - - - - - -"})
        EXPECT_FALSE(tiobench_row(plain + more)) << more;
    EXPECT_FALSE(tiobench_row("a 252 4096 10 nan 4% 1 2 0 0 1"));
    EXPECT_FALSE(tiobench_row("a 252 4096 10 -1 4% 1 2 0 0 1"));
    EXPECT_FALSE(tiobench_row("a 252 4096 - 1 4% 1 2 0 0 1"));
}

TEST(Tiobench, TitlesTellThePhase) {
    EXPECT_EQ(tiobench_title("Random Writes\r")->phase, "random-write");
    const auto own = tiobench_title("create/remove (files/s)");
    ASSERT_TRUE(own);
    EXPECT_EQ(own->phase, "create/remove");
    EXPECT_EQ(own->unit, "files/s");
    EXPECT_EQ(tiobench_title_of(*own), "create/remove (files/s)");
    EXPECT_EQ(tiobench_title_of({"sequential-read", "MB/s"}), "Sequential Reads");
    for (const char* line : {"", "Reads", "create (files)", "Create (files/s)", "a b (c/s)"})
        EXPECT_FALSE(tiobench_title(line)) << line;
}

TEST(Tiobench, WhatIsNoTableIsTold) {
    EXPECT_FALSE(is_tiobench("Sequential Reads\nnothing\n"));
    EXPECT_FALSE(read_tiobench(""));
    EXPECT_FALSE(read_tiobench("threads,rate_mb_s\n"));
    EXPECT_THAT(read_tiobench("phase,threads,rate_mb_s\na,1,2\nb,1,nan\n").error().message,
                HasSubstr("line 3"));
    EXPECT_THAT(read_tiobench("threads,rate\n1,2\n1\n").error().message, HasSubstr("line 3"));
    EXPECT_FALSE(read_tiobench("threads,rate\n1e9,2\n"));
}

TEST(ProbeJson, BrokenIsTold) {
    for (const char* text :
         {"", "{", "[]", "{}", R"({"kind":"probe","measurements":1})",
          R"({"kind":"probe","measurements":[]})", R"({"kind":"probe","measurements":[{}]})",
          R"({"kind":"probe","measurements":[{"threads":1,"runs":[{"rate":"x"}]}]})"})
        EXPECT_FALSE(read_probe_json(text)) << text;
    EXPECT_FALSE(is_probe_json(R"({"kind":"tune"})"));
    EXPECT_TRUE(is_probe_json(R"({"kind":"probe","measurements":[]})"));
}

}  // namespace
}  // namespace fstune::knowledge
