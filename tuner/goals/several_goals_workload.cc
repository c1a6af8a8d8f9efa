#include "tuner/goals/several_goals_workload.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>

#include "tuner/goals/several_goals.h"

namespace fstune::tuner {

using probes::WorkloadPlace;
using probes::WorkloadResult;
using probes::WorkloadSettings;

namespace {

// Where it does not work the next workload finds out.
void write_what_is_left(const std::string& directory) {
    const int fd = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    ::syncfs(fd);
    ::close(fd);
}

Result<double> value_of(const Goal& goal, const WorkloadResult& result) {
    double value = result.value;
    if (goal.beside) {
        const auto found = result.metrics.find(goal.metric);
        if (found == result.metrics.end())
            return fail(ErrorCode::failed,
                        fmt::format("{} was not measured: the filesystem or the kernel does not "
                                    "tell",
                                    goal.metric));
        value = found->second;
    }
    if (std::isfinite(value) && value > 0) return value;
    return fail(ErrorCode::failed, fmt::format("{} was {}, and only what is above zero can be "
                                               "weighed against other goals",
                                               goal.metric, value));
}

void add(const std::string& name, WorkloadResult&& result, WorkloadResult& all) {
    for (const auto& [metric, value] : result.metrics)
        all.metrics[fmt::format("{} {}", name, metric)] = value;
    for (const auto& [part, seconds] : result.seconds) all.seconds[part] += seconds;
    for (auto& phase : result.phases) all.phases.push_back(std::move(phase));
    for (auto& text : result.warnings) all.warnings.push_back(std::move(text));
}

Result<void> take(const SeveralGoalsWorkload::Step& step, WorkloadResult&& result,
                  WorkloadResult& all) {
    for (const auto& goal : step.goals) {
        const auto value = value_of(goal, result);
        if (!value) return wrap(value.error(), "the goal " + goal.name);
        all.metrics[goal_metric(goal.name)] = *value;
        if (!goal.beside) all.goal_samples[goal.name] = result.samples;
    }
    add(step.workload->name(), std::move(result), all);
    return {};
}

}  // namespace

std::optional<std::string> SeveralGoalsWorkload::unsuitable(const WorkloadPlace& place) const {
    for (const auto& step : steps_)
        if (const auto reason = step.workload->unsuitable(place))
            return fmt::format("the goal {}: {}", step.goals.front().name, *reason);
    return std::nullopt;
}

Result<WorkloadResult> SeveralGoalsWorkload::run(const WorkloadPlace& place,
                                                 const WorkloadSettings& settings) {
    WorkloadResult all;
    auto part = settings;
    part.length /= static_cast<std::int64_t>(steps_.size());
    for (const auto& step : steps_) {
        const bool last = &step == &steps_.back();
        auto here = place;
        here.disposable = place.disposable && last;
        auto result = step.workload->run(here, part);
        if (!result) return wrap(result.error(), "the goal " + step.goals.front().name);
        if (auto taken = take(step, std::move(*result), all); !taken)
            return tl::unexpected(taken.error());
        if (!last) write_what_is_left(place.directory);
    }
    all.value = score(goal_.parts, all.metrics);
    return all;
}

}  // namespace fstune::tuner
