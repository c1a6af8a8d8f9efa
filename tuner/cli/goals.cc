#include "tuner/goals/goals.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "tuner/cli/commands.h"

namespace fstune::tuner {

namespace {

int print_goals() {
    fmt::print("{:<11} {:<9} {:<7} {}\n", "GOAL", "UNIT", "BETTER", "WORKLOAD");
    for (const auto& goal : goals())
        fmt::print("{:<11} {:<9} {:<7} {}\n", goal.name, goal.unit,
                   goal.direction == search::Direction::maximize ? "higher" : "lower",
                   goal.summary);
    return 0;
}

}  // namespace

void add_goals(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("goals", "List the goals");
    command->callback([&action] { action = print_goals; });
}

}  // namespace fstune::tuner
