#include <CLI/CLI.hpp>

#include "tuner/cli/commands.h"

namespace fstune::tuner {

void add_goals(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("goals", "List the goals");
    command->callback([&action] { action = [] { return 0; }; });
}

}  // namespace fstune::tuner
