#include "tuner/cli/run.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <system_error>

#include "probes/host/privileges.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/help.h"
#include "tuner/cli/standard_streams.h"

namespace fstune::tuner {

namespace {

// libfmt throws where a stream takes no more.
int act(const Action& action) {
    try {
        const int code = action ? action() : 0;
        return finish_output() ? code : 1;
    } catch (const std::system_error& problem) {
        say_error(fmt::format("fstune: {}\n", problem.what()));
        return 1;
    }
}

}  // namespace

int run(int argc, char** argv) {
    hold_standard_streams();
    if (auto own = probes::refuse_borrowed_rights(); !own) {
        say_error(fmt::format("fstune: {}\n", own.error().message));
        return 3;
    }
    CLI::App app("Finds the best filesystem configuration of a device by measuring it", "fstune");
    app.set_version_flag("--version", FSTUNE_VERSION);
    app.formatter(help_format());
    app.require_subcommand(0, 1);
    Action action;
    add_tune(app, action);
    add_goals(app, action);
    add_params(app, action);
    add_studies(app, action);
    add_export(app, action);
    add_compare(app, action);
    add_inspect(app, action);
    add_doctor(app, action);
    add_cleanup(app, action);
    add_diagnose(app, action);
    add_probe(app, action);
    add_lint(app, action);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& problem) {
        if (app.exit(problem) != 0) return 2;
        return finish_output() ? 0 : 1;
    }
    return act(action);
}

}  // namespace fstune::tuner
