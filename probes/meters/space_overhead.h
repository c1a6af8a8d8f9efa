// How much of a device files cannot have on a filesystem that is still empty: inode tables, journal
// and other metadata, and what is reserved.
// Threads: safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "probes/host/files.h"

namespace fstune::probes {

std::uint64_t device_size(const Files& files, const std::string& name);  // bytes; 0: unknown

// `free`: what users can have, bytes. Nothing where the size is unknown.
std::optional<double> space_overhead_percent(std::uint64_t free, std::uint64_t device_size);

}  // namespace fstune::probes
