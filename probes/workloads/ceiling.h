// What no configuration can be expected to beat: the same access pattern on the raw device without
// a filesystem, or, for small files and directories, the same work on a filesystem in memory.
//
// The pattern has the workload's own block, threads, amount of data and rule of syncing, on data
// that was written before: what a thin device, or a loop device over a sparse file, never got it
// neither reads nor overwrites at its real speed.
//
// Units: of the workload's metric.
// Effects: writes to the device, destroying what is on it; the caller has it from the guard. Makes
// and removes files below /dev/shm.
// Errors: failed, interrupted. Nothing where there is no such thing (mounting, fragmentation), or
// no filesystem in memory.
// Threads: as the pattern.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>

#include "knowledge/error.h"

namespace fstune::probes {

// Takes a few times `length`, as several depths are tried and the best counts, and the time to
// write the data.
// `fd`: the device, opened for reading and writing with O_DIRECT; `size` in bytes.
Result<std::optional<double>> measure_ceiling(const std::string& workload, int fd,
                                              std::uint64_t size, std::chrono::nanoseconds length,
                                              std::uint64_t seed, const std::stop_token& stop);

}  // namespace fstune::probes
