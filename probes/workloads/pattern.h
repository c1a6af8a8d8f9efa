// One access pattern on ranges of open files or of a raw device: the measuring core of the
// workloads that read and write, and of the ceiling.
//
// Units: bytes and seconds.
// Errors: failed with the system's reason; interrupted; unsupported where this kernel has no
// io_uring and the pattern needs it; usage where the memory for what is under way is too much.
// Effects: reads or writes the ranges; written data is on the device when the call returns, and
// the time for that is part of the result.
// Threads: starts one a share and joins them all.
#pragma once

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "knowledge/error.h"
#include "probes/workloads/measured.h"

namespace fstune::probes {

struct Range {
    int fd = -1;
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
};

// What one thread works on, range after range; all of one size.
using Share = std::vector<Range>;

struct Pattern {
    double write_share = 0;  // of the operations; the others read
    bool random = false;
    bool sync_each = false;      // each write is made durable before the next
    bool one_pass = false;       // ends when each block was done once
    std::uint64_t block = 4096;  // a power of two
    int queue_depth = 1;
    AccessMode mode = AccessMode::buffered;
    double compressible = 0.5;  // of what is written

    bool writes() const { return write_share > 0; }
    // Overwriting what still waits in the page cache would never be written, and only counted.
    bool ends_after_one_pass() const {
        return one_pass || (writes() && mode != AccessMode::direct && !sync_each);
    }
};

Result<Measured> measure(const Pattern& pattern, const std::vector<Share>& shares,
                         std::chrono::nanoseconds length, std::uint64_t seed,
                         const std::stop_token& stop);

}  // namespace fstune::probes
