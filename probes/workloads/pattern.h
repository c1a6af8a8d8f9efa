// One access pattern on ranges of open files or of a raw device: the measuring core of the
// workloads that read and write, and of the ceiling. One thread a range.
//
// Units: bytes and seconds.
// Errors: failed with the system's reason; interrupted.
// Effects: reads or writes the ranges; written data is on the device when the call returns, and
// the time for that is part of the result.
// Threads: starts one a range and joins them all.
#pragma once

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "knowledge/error.h"
#include "probes/meters/latency_histogram.h"

namespace fstune::probes {

struct Range {
    int fd = -1;
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
};

struct Pattern {
    bool write = false;
    bool random = false;
    bool sync_each = false;      // fdatasync after each write
    std::uint64_t block = 4096;  // a power of two, at most 1 MiB
    double compressible = 0.5;   // of what is written
};

struct Measured {
    std::uint64_t operations = 0;
    std::uint64_t bytes = 0;
    double seconds = 0;                 // all of it, the last sync included
    double sync_seconds = 0;            // the last sync alone
    std::uint64_t passes = 0;           // most often that a range was gone through, begun ones too
    std::vector<std::uint64_t> course;  // bytes done in each tenth of a second
    LatencyHistogram latencies;         // of each operation
};

Result<Measured> measure(const Pattern& pattern, const std::vector<Range>& ranges,
                         std::chrono::nanoseconds length, std::uint64_t seed,
                         const std::stop_token& stop);

}  // namespace fstune::probes
