#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "knowledge/units.h"
#include "tuner/probe/tables.h"

namespace fstune::tuner {

namespace {

using knowledge::TiobenchRow;

constexpr const char* units =
    "Unit information\n"
    "================\n"
    "File size = megabytes (2^20 bytes), all files together\n"
    "Blk Size  = bytes\n"
    "Rate      = as above each table; MB are 10^6 bytes; what is written counts once it is on the "
    "device\n"
    "CPU%      = processor time of the threads, percent of one processor; Kernel: that of the "
    "kernel's own threads (writeback, journal)\n"
    "Latency   = milliseconds, average, maximum, percentiles\n"
    "Lat%      = percent of requests that took longer than X seconds\n"
    "CPU Eff   = Rate divided by CPU% - throughput per cpu load\n"
    "StdDev    = of the rate between the runs\n";

constexpr const char* head =
    "                              File  Blk   Num                   Avg      Maximum      Lat%  "
    "   Lat%    CPU  Kernel\n"
    "Identifier                    Size  Size  Thr   Rate  (CPU%)  Latency    Latency      >2s   "
    "   >10s    Eff    CPU%       p50       p90       p99     p99.9 Runs  StdDev\n"
    "---------------------------- ------ ----- ---  ------ ------ --------- -----------  --------"
    " -------- ----- ------- --------- --------- --------- --------- ---- -------\n";

std::string percent(double value) {
    return fmt::format("{:.{}f}%", value, value >= 1000 ? 0 : value >= 100 ? 1 : 2);
}

std::vector<std::string> latencies(const TiobenchRow& row) {
    if (!row.percentiles) return {"-", "-", "-", "-"};
    const auto& p = *row.percentiles;
    std::vector<std::string> texts;
    for (const double value : {p.p50, p.p90, p.p99, p.p999})
        texts.push_back(fmt::format("{:.3f}", value));
    return texts;
}

// "-" where it is not known.
template <typename Show>
std::string known(double value, Show show) {
    return std::isnan(value) ? "-" : show(value);
}

auto digits(int count) {
    return [count](double value) { return fmt::format("{:.{}f}", value, count); };
}

std::string efficiency(double value) {
    return value >= 10 ? fmt::format("{:.0f}", value) : table_number(value);
}

std::string row_text(const TiobenchRow& row) {
    auto text = fmt::format(
        "{:<28} {:>6.0f} {:>5.0f} {:>3}  {:>6} {:>6} {:>9} {:>11}  {:>8} {:>8} {:>5} ",
        row.identifier, row.file_size_mb, row.block_bytes, row.threads, table_number(row.rate),
        known(row.cpu_percent, percent), known(row.latency_avg_ms, digits(3)),
        known(row.latency_max_ms, digits(2)), known(row.pct_over_2s, digits(5)),
        known(row.pct_over_10s, digits(5)), known(row.cpu_efficiency, efficiency));
    text += fmt::format("{:>7} ", row.kernel_cpu_percent ? percent(*row.kernel_cpu_percent) : "-");
    for (const auto& latency : latencies(row)) text += fmt::format("{:>9} ", latency);
    return text + fmt::format("{:>4} {:>7}\n", row.runs,
                              row.runs > 1 ? table_number(row.rate_deviation) : "-");
}

}  // namespace

std::string probe_text(const ProbeResult& result, const ProbeSettings& settings,
                       const ProbeContext& context) {
    const auto& filesystem = context.filesystem;
    auto text = fmt::format("{} on {}, {} ({}); {} of each, data of {}\n\n{}", filesystem.type,
                            filesystem.source, filesystem.mount_point, filesystem.options,
                            knowledge::format_duration(settings.length),
                            knowledge::format_size(settings.size), units);
    std::vector<std::string> phases;
    for (const auto& cell : result.cells)
        if (std::ranges::find(phases, cell.row.phase) == phases.end())
            phases.push_back(cell.row.phase);
    for (const auto& phase : phases) {
        std::string rows, unit;
        for (const auto& cell : result.cells)
            if (cell.row.phase == phase) rows += row_text(cell.row), unit = cell.row.unit;
        text += "\n" + knowledge::tiobench_title_of({phase, unit}) + "\n" + head + rows;
    }
    return text + notes_text(result.failures, context.not_done, result.warnings);
}

}  // namespace fstune::tuner
