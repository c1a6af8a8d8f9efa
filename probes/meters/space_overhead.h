// How much of a device files cannot have: inode tables, journal, checksums and other metadata, and
// what is reserved.
// Source: statvfs(3).
// Threads: safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "probes/host/files.h"

namespace fstune::probes {

std::uint64_t device_size(const Files& files, const std::string& name);  // bytes; 0: unknown

// Percent of the device that is neither free for users nor data of `files`. Nothing where the size
// is unknown, or compression makes the files take less than they hold.
std::optional<double> space_overhead_percent(const std::string& directory,
                                             std::uint64_t device_size,
                                             const std::vector<std::string>& files);

}  // namespace fstune::probes
