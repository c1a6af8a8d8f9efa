// The limits of a workload's settings, and their names as people type them.
// Errors: usage, with the setting, what was given and what can be.
// Threads: safe.
#pragma once

#include <string>
#include <string_view>

#include "probes/workloads/workload.h"

namespace fstune::probes {

constexpr int most_threads = 256;
constexpr int most_queue_depth = 1024;

// Whether each is within what a workload can do at all.
Result<void> check(const WorkloadSettings& settings);

Result<AccessMode> access_mode(std::string_view name);  // "buffered", "direct", "mmap"
std::string to_text(AccessMode mode);

}  // namespace fstune::probes
