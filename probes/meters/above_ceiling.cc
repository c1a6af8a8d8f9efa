#include "probes/meters/above_ceiling.h"

#include <fmt/format.h>

namespace fstune::probes {

std::optional<std::string> judge_ceiling(double share) {
    constexpr double noise = 0.10;  // both are measured, the ceiling once
    if (share <= 1 + noise) return std::nullopt;
    return fmt::format("it is {:.0f} % of what the raw device reached", 100 * share);
}

}  // namespace fstune::probes
