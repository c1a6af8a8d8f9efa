#include "tuner/goals/goals.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "probes/programs/programs.h"
#include "tuner/cli/columns.h"
#include "tuner/cli/commands.h"

namespace fstune::tuner {

namespace {

struct Line {
    std::string name, unit, better, workload;
};

void print_lines(const std::vector<Line>& lines) {
    std::size_t name = 0, unit = 0, better = 0;
    for (const auto& line : lines) {
        name = std::max(name, line.name.size());
        unit = std::max(unit, line.unit.size());
        better = std::max(better, line.better.size());
    }
    for (const auto& line : lines)
        fmt::print("{:<{}} {:<{}} {:<{}} {}\n", line.name, name, line.unit, unit, line.better,
                   better, wrapped(line.workload, name + unit + better + 3));
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
    std::vector<Line> lines = {{"GOAL", "UNIT", "BETTER", "WORKLOAD"}};
    for (const auto& goal : goals())
        lines.push_back({goal.name, goal.unit,
                         goal.direction == search::Direction::maximize ? "higher" : "lower",
                         goal.summary});
    for (const auto& program : probes::programs()) {
        const auto first =
            program.metrics.empty() ? probes::Metric{"", "as told", true} : program.metrics.front();
        lines.push_back({program.name, first.unit,
                         program.metrics.empty()  ? "as told"
                         : first.higher_is_better ? "higher"
                                                  : "lower",
                         program.summary + metrics_of(program)});
    }
    print_lines(lines);
    return 0;
}

}  // namespace

void add_goals(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("goals", "List the goals");
    command->callback([&action] { action = print_goals; });
}

}  // namespace fstune::tuner
