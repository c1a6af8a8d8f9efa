#include "tuner/cli/make_plan.h"

#include <algorithm>

#include "knowledge/catalogue.h"
#include "knowledge/geometry/io_hints.h"
#include "knowledge/starting_points.h"
#include "tuner/cli/filesystems.h"
#include "tuner/goals/program_goals.h"

namespace fstune::tuner {

namespace {

std::vector<std::string> names_of(const Goal& goal) {
    if (goal.parts.empty()) return {goal.name};
    std::vector<std::string> names;
    for (const auto& part : goal.parts) names.push_back(part.name);
    return names;
}

// Once, whichever goals it is a starting point for.
void add(knowledge::Configuration point, std::vector<knowledge::Configuration>& points) {
    if (std::ranges::find(points, point) == points.end()) points.push_back(std::move(point));
}

}  // namespace

Result<StudyPlan> make_plan(const TuneOptions& options, const knowledge::DeviceFacts& device,
                            const knowledge::MachineFacts& machine) {
    const auto goal = goal_of(options.goal, options.program);
    if (!goal) return tl::unexpected(goal.error());
    const auto filesystems = usable_filesystems(options.filesystems, machine, device);
    if (!filesystems) return tl::unexpected(filesystems.error());
    const knowledge::SpaceRequest request{.filesystems = *filesystems,
                                          .allowed = options.allowed,
                                          .device = device,
                                          .machine = machine};
    auto applicable = knowledge::applicable_parameters(request);
    if (!applicable) return tl::unexpected(applicable.error());
    StudyPlan plan{.goal = *goal,
                   .space = search::Space({}, {}),
                   .left_out = std::move(applicable->left_out),
                   .starting_points = {},
                   .budget = {.seconds = options.budget_seconds, .trials = options.trials},
                   .strategy = options.strategy,
                   .min_gain = options.min_gain,
                   .confidence = options.confidence,
                   .seed = options.seed,
                   .guards = options.guards,
                   .warnings = {}};
    auto& parameters = applicable->parameters;
    const auto geometry = knowledge::geometry_of(device.queue, device.alignment_offset);
    if (geometry.stripe) knowledge::admit_geometry(*geometry.stripe, parameters);
    for (const auto& warning : geometry.warnings)
        plan.warnings.push_back(warning.message + "; " + warning.advice);
    for (const auto& filesystem : *filesystems) {
        for (const auto& name : names_of(*goal))
            for (auto& point : knowledge::starting_points(
                     {filesystem, name, device, machine, geometry.stripe}, parameters))
                add(std::move(point.configuration), plan.starting_points);
    }
    plan.space = search::Space(*filesystems, std::move(parameters));
    return plan;
}

}  // namespace fstune::tuner
