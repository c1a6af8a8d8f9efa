#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "probes/host/disk_files.h"
#include "probes/host/needs.h"
#include "tuner/cli/commands.h"

namespace fstune::tuner {

namespace {

// "ok", "missing" where nothing can be tuned without it, "absent" where one part is left out.
int doctor() {
    const probes::DiskFiles files;
    bool able = true;
    for (const auto& need : probes::needs(files)) {
        const char* state = need.met ? "ok" : need.required ? "missing" : "absent";
        fmt::print("{:8} {:22} {}{}\n", state, need.name, need.purpose,
                   need.met ? "" : " -> " + need.remedy);
        able = able && (need.met || !need.required);
    }
    fmt::print("{}\n", able ? "fstune can tune here." : "fstune cannot tune here.");
    return able ? 0 : 1;
}

}  // namespace

void add_doctor(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand(
        "doctor", "Say what this machine lacks, and what each right that fstune needs is for");
    command->callback([&action] { action = doctor; });
}

}  // namespace fstune::tuner
