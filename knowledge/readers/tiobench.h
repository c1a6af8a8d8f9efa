// Reads a row of tiobench's tables: identifier, file size, block size, threads, rate, CPU,
// latencies, shares above 2 and 10 s, CPU efficiency.
//
// Units: MB, bytes, MB/s, percent, milliseconds, as the table has them.
// Threads: safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fstune::knowledge {

struct TiobenchRow {
    std::string identifier;
    double file_size_mb = 0, block_bytes = 0;
    int threads = 0;
    double rate_mb_s = 0, cpu_percent = 0, latency_avg_ms = 0, latency_max_ms = 0;
    double pct_over_2s = 0, pct_over_10s = 0, cpu_efficiency = 0;
};

std::optional<TiobenchRow> tiobench_row(std::string_view line);

// "Sequential Reads", "Random Writes": the title above a table.
bool is_tiobench_title(std::string_view line);

}  // namespace fstune::knowledge
