// Reads tiobench's tables: those that it prints, those of `fstune probe`, which have more columns,
// and both as CSV with a header ("phase,kernel,threads,rate_mb_s,...").
//
// Units: MB, bytes, percent, milliseconds; the rate in `unit`, which for tiobench is MB/s. NaN: a
// figure that is not known.
// Errors: bad_input, with the line: a table without rows, a field that is no number.
// Threads: safe.
// Source: tiobench.pl 0.3.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/error.h"

namespace fstune::knowledge {

struct TiobenchPercentiles {  // of the latency, ms
    double p50 = 0, p90 = 0, p99 = 0, p999 = 0;
};

struct TiobenchRow {
    std::string phase;       // "sequential-read", or the name of another workload; empty: unknown
    std::string identifier;  // what was measured: "2.4.20-pre1"
    std::string unit = "MB/s";
    double file_size_mb = 0, block_bytes = 0;
    int threads = 0;
    double rate = 0, cpu_percent = 0, latency_avg_ms = 0, latency_max_ms = 0;
    double pct_over_2s = 0, pct_over_10s = 0, cpu_efficiency = 0;
    std::optional<double> kernel_cpu_percent = {};  // of its writeback and other threads
    std::optional<TiobenchPercentiles> percentiles = {};
    int runs = 1;               // that the figures are the mean of
    double rate_deviation = 0;  // standard, between the runs
};

// A row of a printed table: eleven columns, or eighteen with the kernel's processor time,
// percentiles, runs and deviation. "-" behind the rate: unknown.
std::optional<TiobenchRow> tiobench_row(std::string_view line);

struct TiobenchTitle {
    std::string phase, unit;
};
// "Sequential Reads", "Random Writes"; "create (files/s)" for another workload: the line above a
// table.
std::optional<TiobenchTitle> tiobench_title(std::string_view line);
// The other way round.
std::string tiobench_title_of(const TiobenchTitle& title);

bool is_tiobench(std::string_view text);  // printed tables
bool is_tiobench_csv(std::string_view text);
Result<std::vector<TiobenchRow>> read_tiobench(std::string_view text);  // of either form

}  // namespace fstune::knowledge
