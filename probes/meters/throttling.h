// Whether the processors were slowed down meanwhile: by heat, or because someone changed their
// limits.
// Source: kernel Documentation/admin-guide/pm/cpufreq.rst; ABI/testing/sysfs-devices-system-cpu
// (thermal_throttle).
// Threads: safe.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "probes/host/files.h"

namespace fstune::probes {

struct ProcessorState {
    std::uint64_t throttled = 0;                // times, over all processors
    std::map<std::string, std::string> limits;  // "cpu0 scaling_max_freq" -> "3600000"
};

ProcessorState processor_state(const Files& files);

// What has changed, in words; nothing where nothing has.
std::optional<std::string> throttling(const ProcessorState& before, const ProcessorState& after);

}  // namespace fstune::probes
