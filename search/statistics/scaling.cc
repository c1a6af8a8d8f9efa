#include "search/statistics/scaling.h"

#include <algorithm>

namespace fstune::search {

std::optional<Scaling> scaling_of(const std::vector<Level>& levels, double tolerance) {
    if (levels.size() < 2) return std::nullopt;
    const auto peak = std::ranges::max_element(levels, {}, &Level::value);
    const auto stop = std::ranges::find_if(
        levels, [&](const Level& level) { return level.value * (1 + tolerance) >= peak->value; });
    const bool last = peak + 1 == levels.end();
    return Scaling{.stops_at = stop->at, .falls = !last, .peak_at = peak->at};
}

}  // namespace fstune::search
