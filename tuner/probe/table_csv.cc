#include <fmt/format.h>

#include <cmath>

#include "tuner/probe/tables.h"

namespace fstune::tuner {

namespace {

constexpr const char* header =
    "phase,variant,run,file_size_mb,block_bytes,threads,rate,unit,cpu_percent,latency_avg_ms,"
    "latency_max_ms,pct_over_2s,pct_over_10s,cpu_efficiency,kernel_cpu_percent,latency_p50_ms,"
    "latency_p90_ms,"
    "latency_p99_ms,latency_p999_ms\n";

std::string known(double value) { return std::isnan(value) ? "" : fmt::format("{}", value); }

std::string percentiles(const knowledge::TiobenchRow& row) {
    if (!row.percentiles) return ",,,,";
    const auto& p = *row.percentiles;
    return fmt::format(",{},{},{},{}", p.p50, p.p90, p.p99, p.p999);
}

}  // namespace

std::string probe_csv(const ProbeResult& result) {
    std::string text = header;
    for (const auto& cell : result.cells)
        for (std::size_t run = 0; run < cell.runs.size(); ++run) {
            const auto& row = cell.runs[run];
            text += fmt::format(
                "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}{}\n", csv_field(row.phase),
                csv_field(row.identifier), run + 1, row.file_size_mb, row.block_bytes, row.threads,
                row.rate, csv_field(row.unit), known(row.cpu_percent), known(row.latency_avg_ms),
                known(row.latency_max_ms), known(row.pct_over_2s), known(row.pct_over_10s),
                known(row.cpu_efficiency),
                row.kernel_cpu_percent ? fmt::format("{}", *row.kernel_cpu_percent) : "",
                percentiles(row));
        }
    return text;
}

}  // namespace fstune::tuner
