#include "tuner/goals/guarded_workload.h"

#include <fmt/format.h>

#include "tuner/goals/guards.h"

namespace fstune::tuner {

using probes::WorkloadPlace;
using probes::WorkloadResult;
using probes::WorkloadSettings;

Result<WorkloadResult> SideMetricWorkload::run(const WorkloadPlace& place,
                                               const WorkloadSettings& settings) {
    auto result = inner_->run(place, settings);
    if (!result) return result;
    const auto found = result->metrics.find(metric_.name);
    if (found == result->metrics.end())
        return fail(ErrorCode::failed,
                    fmt::format("{} was not measured: the filesystem or the kernel does not tell",
                                metric_.name));
    result->metrics[inner_->metric().name] = result->value;
    result->value = found->second;
    result->samples.clear();  // they are of the other metric
    return result;
}

std::optional<std::string> GuardedWorkload::unsuitable(const WorkloadPlace& place) const {
    if (auto reason = inner_->unsuitable(place)) return reason;
    for (const auto& guard : guards_)
        if (auto reason = guard->unsuitable(place)) return reason;
    return std::nullopt;
}

Result<WorkloadResult> GuardedWorkload::run(const WorkloadPlace& place,
                                            const WorkloadSettings& settings) {
    auto result = inner_->run(place, settings);
    if (!result || !settings.guarded) return result;
    for (const auto& guard : guards_) {
        const auto beside = guard->run(place, settings);
        if (!beside) return wrap(beside.error(), "the guard " + guard->name());
        result->metrics[guard_metric(guard->name())] = beside->value;
        for (const auto& [part, seconds] : beside->seconds) result->seconds["guards"] += seconds;
        for (const auto& text : beside->warnings) result->warnings.push_back(text);
    }
    return result;
}

}  // namespace fstune::tuner
