#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "probes/host/disk_files.h"
#include "probes/host/left_behind.h"
#include "probes/host/privileges.h"
#include "probes/host/run_folder.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/standard_streams.h"

namespace fstune::tuner {

namespace {

int cleanup() {
    if (auto ok = probes::require_root(); !ok) {
        say_error(fmt::format("fstune: {}\n", ok.error().message));
        return 1;
    }
    const auto folder = probes::RunFolder::open();
    if (!folder) {
        say_error(fmt::format("fstune: {}\n", folder.error().message));
        return 1;
    }
    probes::DiskFiles files;
    const auto said = probes::clean_up(files, folder->path());
    if (!said) {
        say_error(fmt::format("fstune: {}\n", said.error().message));
        return 1;
    }
    for (const auto& line : said->done) fmt::print("{}\n", line);
    for (const auto& line : said->not_done) say_error(fmt::format("fstune: {}\n", line));
    if (said->done.empty() && said->not_done.empty()) fmt::print("nothing was left behind\n");
    return said->not_done.empty() ? 0 : 1;
}

}  // namespace

void add_cleanup(CLI::App& app, Action& action) {
    auto* command =
        app.add_subcommand("cleanup", "Put back queue settings that a killed fstune left changed");
    command->callback([&action] { action = cleanup; });
}

}  // namespace fstune::tuner
