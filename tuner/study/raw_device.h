// The ceiling: the goal's access pattern on the raw device, opened for it alone.
//
// Units: the goal's unit. Nothing where the workload has no such pattern.
// Effects: patterns that write destroy what is on the device.
// Errors: those of the guard, failed, interrupted.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>

#include "probes/host/host.h"

namespace fstune::tuner {

struct RawProbe {
    std::string workload;
    std::chrono::nanoseconds length{};
    std::uint64_t seed = 1;
    std::stop_token stop;
};

Result<std::optional<double>> probe_raw_device(probes::Host& host, const RawProbe& probe);

}  // namespace fstune::tuner
