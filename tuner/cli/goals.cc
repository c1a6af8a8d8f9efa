#include "tuner/goals/goals.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "probes/programs/programs.h"
#include "tuner/cli/commands.h"

namespace fstune::tuner {

namespace {

void print_line(const std::string& name, const std::string& unit, const std::string& better,
                const std::string& workload) {
    fmt::print("{:<11} {:<9} {:<7} {}\n", name, unit, better, workload);
}

// The metrics of a program that `--metric` chooses from, the first of which counts unless told.
// What no program has as a metric is answered with all of them.
std::string metrics_of(const probes::ProgramInfo& program) {
    constexpr std::size_t shown = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(shown, program.metrics.size()); ++i)
        text += (i == 0 ? " (--metric " : ", ") + program.metrics[i].name;
    if (program.metrics.size() > shown) text += ", ...";
    return text.empty() ? " (" + program.options + ")" : text + ")";
}

int print_goals() {
    print_line("GOAL", "UNIT", "BETTER", "WORKLOAD");
    for (const auto& goal : goals())
        print_line(goal.name, goal.unit,
                   goal.direction == search::Direction::maximize ? "higher" : "lower",
                   goal.summary);
    for (const auto& program : probes::programs()) {
        const auto first =
            program.metrics.empty() ? probes::Metric{"", "as told", true} : program.metrics.front();
        print_line(program.name, first.unit,
                   program.metrics.empty()  ? "as told"
                   : first.higher_is_better ? "higher"
                                            : "lower",
                   program.summary + metrics_of(program));
    }
    return 0;
}

}  // namespace

void add_goals(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("goals", "List the goals");
    command->callback([&action] { action = print_goals; });
}

}  // namespace fstune::tuner
