// Whether what was written and synced is past the device's own write cache, which is lost when the
// power goes: disks with such a cache have to be told to flush it.
// Not for devices that take no requests from the block layer's queues (md, dm): the disks below
// them are looked at.
//
// Source: kernel Documentation/block/writeback_cache_control.rst; block/stat.rst, flush I/Os.
// Threads: safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "probes/host/files.h"
#include "probes/meters/foreign_io.h"

namespace fstune::probes {

// For a stretch whose writes ended with a sync.
std::optional<std::string> judge_flushes(const Files& files, const BelowDevice& below,
                                         const IoStretch& measured);
// `late`: a sync after the workload's own end. What it finds of the data asked for, the result does
// not hold. Metadata that a log holds already may come later.
std::optional<std::string> judge_late_writes(std::uint64_t bytes_asked, const IoStretch& late,
                                             const IoStretch& measured);

}  // namespace fstune::probes
