// Whether a result is better than the same access pattern on the raw device, which no filesystem
// can make faster: then something else answered.
// Threads: safe.
#pragma once

#include <optional>
#include <string>

namespace fstune::probes {

// `share`: of the ceiling that the result reaches, turned so that more is better.
std::optional<std::string> judge_ceiling(double share);

}  // namespace fstune::probes
