#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "tuner/cli/commands.h"
#include "tuner/cli/diagnosis_input.h"
#include "tuner/cli/standard_streams.h"
#include "tuner/store/sqlite_study_store.h"
#include "tuner/study/study_files.h"

namespace fstune::tuner {

namespace {

std::string value_or_dash(const std::map<std::string, std::string>& in, const std::string& name) {
    const auto found = in.find(name);
    return found == in.end() || found->second.empty() ? "-" : found->second;
}

std::string line_of(const std::string& path) {
    const auto store = SqliteStudyStore::open(path, SqliteStudyStore::Use::read);
    if (!store) return fmt::format("{}  {}", path, store.error().message);
    const auto header = (*store)->header();
    if (!header) return fmt::format("{}  {}", path, header.error().message);
    const auto count = (*store)->count();
    const auto ended = (*store)->kept("ended");
    return fmt::format("{}  {}  {}  {} trials  {}", path, value_or_dash(header->identity, "goal"),
                       value_or_dash(header->settings, "place"), count.value_or(0),
                       ended && ended->has_value() ? **ended : "not ended: --resume goes on");
}

int print_studies() {
    const auto paths = study_paths();
    for (const auto& path : paths) fmt::print("{}\n", printable(line_of(path)));
    if (paths.empty()) say_error(fmt::format("no studies in {}\n", study_folder()));
    return 0;
}

}  // namespace

void add_studies(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("studies", "List the studies in the usual folder");
    command->callback([&action] { action = print_studies; });
}

}  // namespace fstune::tuner
