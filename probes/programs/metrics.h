// Small pieces that the programs share.
// Threads: safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "probes/programs/programs.h"

namespace fstune::probes {

// Of the program's own metrics: the one asked for, or the first. A unit or direction that the user
// gives stands.
Metric chosen_metric(const ProgramRequest& request);

// The reason, where there is less free space than this.
std::optional<std::string> too_small(const std::string& program, std::uint64_t needed,
                                     const WorkloadPlace& place);

// A number of operations for a probe of this length: programs that count work and not time do the
// same work in every trial of that length.
std::uint64_t operations_for(const WorkloadSettings& settings, double a_second, std::uint64_t least,
                             std::uint64_t most);

}  // namespace fstune::probes
