// Reads dbench's output: "Throughput 2230.43 MB/sec  8 clients  8 procs  max_latency=12.3 ms".
//
// Units: MB/s as dbench counts them (10^6 bytes since version 4), milliseconds.
// Threads: safe.
#pragma once

#include <optional>
#include <string_view>

namespace fstune::knowledge {

struct DbenchResult {
    double mb_per_s = 0;
    int clients = 0;
    std::optional<double> max_latency_ms;
};

std::optional<DbenchResult> dbench_line(std::string_view line);

}  // namespace fstune::knowledge
