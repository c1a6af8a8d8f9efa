#include "tuner/cli/make_plan.h"

#include "knowledge/catalogue.h"
#include "tuner/cli/filesystems.h"

namespace fstune::tuner {

Result<StudyPlan> make_plan(const TuneOptions& options, const knowledge::DeviceFacts& device,
                            const knowledge::MachineFacts& machine) {
    const auto goal = find_goal(options.goal);
    if (!goal) return tl::unexpected(goal.error());
    const auto filesystems = usable_filesystems(options.filesystems, machine, device);
    if (!filesystems) return tl::unexpected(filesystems.error());
    auto applicable = knowledge::applicable_parameters({.filesystems = *filesystems,
                                                        .allowed = options.allowed,
                                                        .device = device,
                                                        .machine = machine});
    if (!applicable) return tl::unexpected(applicable.error());
    return StudyPlan{.goal = *goal,
                     .space = search::Space(*filesystems, std::move(applicable->parameters)),
                     .left_out = std::move(applicable->left_out),
                     .starting_points = {},
                     .budget = {.seconds = options.budget_seconds, .trials = options.trials},
                     .strategy = options.strategy,
                     .min_gain = options.min_gain,
                     .confidence = options.confidence,
                     .seed = options.seed};
}

}  // namespace fstune::tuner
