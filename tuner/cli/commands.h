// The subcommands, one file each. Each function adds its options to the program's command line
// and, when chosen, leaves in `action` what is to be done.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace fstune::tuner {

using Action = std::function<int()>;  // returns the exit code

// The main form: no subcommand, only options.
void add_tune(CLI::App& app, Action& action);

void add_goals(CLI::App& app, Action& action);
void add_params(CLI::App& app, Action& action);
void add_studies(CLI::App& app, Action& action);
void add_export(CLI::App& app, Action& action);
void add_compare(CLI::App& app, Action& action);
void add_inspect(CLI::App& app, Action& action);
void add_doctor(CLI::App& app, Action& action);
void add_cleanup(CLI::App& app, Action& action);
void add_diagnose(CLI::App& app, Action& action);
void add_probe(CLI::App& app, Action& action);
void add_lint(CLI::App& app, Action& action);

}  // namespace fstune::tuner
