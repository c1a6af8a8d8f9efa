#include "probes/programs/metrics.h"

#include <fmt/format.h>

#include <algorithm>

#include "knowledge/units.h"

namespace fstune::probes {

Metric chosen_metric(const ProgramRequest& request) {
    const auto& metrics = find_program_info(request.program)->metrics;
    auto metric = metrics.front();
    if (!request.metrics.empty())
        metric = *std::ranges::find(metrics, request.metrics.front(), &Metric::name);
    if (!request.unit.empty()) metric.unit = request.unit;
    if (request.higher_is_better) metric.higher_is_better = *request.higher_is_better;
    return metric;
}

std::optional<std::string> too_small(const std::string& program, std::uint64_t needed,
                                     const WorkloadPlace& place) {
    if (place.free_bytes >= needed) return std::nullopt;
    return fmt::format("{} needs {} of free space, there are {}", program,
                       knowledge::format_size(needed), knowledge::format_size(place.free_bytes));
}

std::uint64_t operations_for(const WorkloadSettings& settings, double a_second, std::uint64_t least,
                             std::uint64_t most) {
    const double wanted = std::chrono::duration<double>(settings.length).count() * a_second;
    const auto bounded = std::clamp(wanted, 1.0, 1e9);
    return std::max(std::min(static_cast<std::uint64_t>(bounded), most), least);
}

}  // namespace fstune::probes
