// Reads the JSON of fio 2.x and 3.x, with messages before and after it.
//
// Units: bytes, bytes a second, nanoseconds, milliseconds for runtime: whatever the version wrote
// is brought to these. fio 2.x writes io_bytes in KiB and latencies in microseconds.
// Errors: bad_input, where there is no whole JSON object, or it is not fio's.
// Source: fio 3.33 stat.c (add_ddir_status_json), and fio 2.15's.
// Threads: safe.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/error.h"

namespace fstune::knowledge {

struct FioDirection {
    std::string name;  // "read", "write", "trim"
    std::uint64_t bytes = 0, total_ios = 0;
    double bytes_per_s = 0, iops = 0;
    double runtime_ms = 0;
    // Completion latency; zeros where fio gave none.
    double latency_min_ns = 0, latency_mean_ns = 0, latency_max_ns = 0;
    std::map<double, double> percentiles_ns;  // percent -> latency
};

struct FioJob {
    std::string name;
    int error = 0;
    std::map<std::string, std::string> options;  // of the job, over those of the file
    std::vector<FioDirection> directions;        // those that did anything
};

struct FioRun {
    std::string version;             // "fio-3.33"
    std::vector<std::string> notes;  // lines around the JSON
    std::vector<FioJob> jobs;
    std::map<std::string, double> disk_read_ios, disk_write_ios;  // by disk
    bool kibibytes = false;  // io_bytes was in KiB and was brought to bytes
};

bool is_fio_json(std::string_view text);
Result<FioRun> read_fio_json(std::string_view text);

}  // namespace fstune::knowledge
