#include "tuner/cli/run.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "probes/host/privileges.h"
#include "tuner/cli/commands.h"

namespace fstune::tuner {

int run(int argc, char** argv) {
    if (auto own = probes::refuse_borrowed_rights(); !own) {
        fmt::print(stderr, "fstune: {}\n", own.error().message);
        return 3;
    }
    CLI::App app("Finds the best filesystem configuration of a device by measuring it", "fstune");
    app.set_version_flag("--version", FSTUNE_VERSION);
    app.require_subcommand(0, 1);
    Action action;
    add_tune(app, action);
    add_goals(app, action);
    add_params(app, action);
    add_studies(app, action);
    add_export(app, action);
    add_compare(app, action);
    add_doctor(app, action);
    add_cleanup(app, action);
    add_diagnose(app, action);
    add_lint(app, action);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& problem) {
        return app.exit(problem) == 0 ? 0 : 2;
    }
    return action ? action() : 0;
}

}  // namespace fstune::tuner
