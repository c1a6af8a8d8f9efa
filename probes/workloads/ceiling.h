// What the raw device does under the same access pattern, without a filesystem: no configuration
// can be expected to be faster.
//
// Units: of the workload's metric.
// Effects: patterns that write destroy what is on the device; the caller has it from the guard.
// Errors: failed, interrupted. Nothing where a raw device has no such pattern (files, directories).
// Threads: as the pattern.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>

#include "knowledge/error.h"

namespace fstune::probes {

// Takes three times `length`: several depths are tried, and the best counts.
// `fd`: the device, opened for reading and writing with O_DIRECT; `size` in bytes.
Result<std::optional<double>> measure_ceiling(const std::string& workload, int fd,
                                              std::uint64_t size, std::chrono::nanoseconds length,
                                              std::uint64_t seed, const std::stop_token& stop);

}  // namespace fstune::probes
