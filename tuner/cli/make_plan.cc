#include "tuner/cli/make_plan.h"

#include "knowledge/catalogue.h"
#include "knowledge/geometry/io_hints.h"
#include "knowledge/starting_points.h"
#include "tuner/cli/filesystems.h"
#include "tuner/goals/program_goals.h"

namespace fstune::tuner {

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
        for (auto& point : knowledge::starting_points(
                 {filesystem, goal->name, device, machine, geometry.stripe}, parameters))
            plan.starting_points.push_back(std::move(point.configuration));
    }
    plan.space = search::Space(*filesystems, std::move(parameters));
    return plan;
}

}  // namespace fstune::tuner
