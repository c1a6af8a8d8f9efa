// Whether md arrays do work of their own (resync, recovery, check, reshape), which takes time of
// the disks from whatever is measured.
// Source: kernel Documentation/admin-guide/md.rst, sync_action and sync_completed.
// Threads: safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "probes/host/files.h"

namespace fstune::probes {

// "md0 runs a check (15.6 %)"; nothing where all are idle.
std::optional<std::string> array_sync(const Files& files, const std::vector<std::string>& arrays);

}  // namespace fstune::probes
