// Whether someone else used the device, or the disks below it, while it was measured. What shows
// it: the device moves while it should be still, just before and just after; other partitions of
// the disk move; the disk below a loop device moves more than the loop device; a device that is
// only read is written.
//
// Units: seconds of a monotonic clock.
// Threads: safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "probes/host/files.h"
#include "probes/meters/below_device.h"
#include "probes/meters/device_counters.h"

namespace fstune::probes {

struct IoSnapshot {
    double seconds = 0;
    DeviceCounters device;
    std::vector<DeviceCounters> disks, parts;  // as in BelowDevice::disks
    std::optional<DeviceCounters> backing;
};

// Nothing where the device itself has no counters.
std::optional<IoSnapshot> io_snapshot(const Files& files, const BelowDevice& below);

struct IoStretch {
    IoSnapshot from, to;
    double seconds() const { return to.seconds - from.seconds; }
    DeviceCounters device() const { return to.device - from.device; }
};

// `still`: stretches in which nothing of ours was under way; each with what was measured.
std::optional<std::string> judge_stillness(const std::vector<IoStretch>& still,
                                           const IoStretch& measured);
std::optional<std::string> judge_neighbours(const BelowDevice& below, const IoStretch& measured);
// For workloads that only read.
std::optional<std::string> judge_writes(const IoStretch& measured);

}  // namespace fstune::probes
