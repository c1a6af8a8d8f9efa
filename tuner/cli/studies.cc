#include "tuner/cli/studies.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "tuner/cli/columns.h"
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

struct Line {
    std::string name, goal, place, trials, result;
};

Line line_of(const std::string& path) {
    const auto name = std::filesystem::path(path).filename().string();
    const auto store = SqliteStudyStore::open(path, SqliteStudyStore::Use::read);
    if (!store) return {name, "-", "-", "-", store.error().message};
    const auto header = (*store)->header();
    if (!header) return {name, "-", "-", "-", header.error().message};
    const auto ended = (*store)->kept("ended");
    return {name, value_or_dash(header->identity, "goal"), value_or_dash(header->settings, "place"),
            std::to_string((*store)->count().value_or(0)),
            ended && ended->has_value() ? **ended : "not ended: --resume goes on"};
}

// The place and the result below, which may be long.
std::string text_of(std::vector<Line> lines) {
    std::size_t name = 0;
    for (auto& line : lines) {
        for (auto* cell : {&line.name, &line.goal, &line.place, &line.result})
            *cell = printable(*cell);
        name = std::max(name, line.name.size());
    }
    constexpr std::size_t indent = 4;
    std::string text;
    for (const auto& line : lines)
        text += fmt::format("{:<{}}  {:>6}  {}\n{:{}}{}\n", line.name, name, line.trials, line.goal,
                            "", indent, wrapped(line.place + ": " + line.result, indent));
    return text;
}

int print_studies() {
    const auto paths = study_paths();
    if (paths.empty()) {
        say_error(fmt::format("no studies in {}\n", study_folder()));
        return 0;
    }
    fmt::print("In {}:\n\n{}", study_folder(), studies_text(paths));
    return 0;
}

}  // namespace

std::string studies_text(const std::vector<std::string>& paths) {
    std::vector<Line> lines = {{"STUDY", "GOAL", "PLACE", "TRIALS", "result"}};
    for (const auto& path : paths) lines.push_back(line_of(path));
    return text_of(std::move(lines));
}

void add_studies(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("studies", "List the studies in the usual folder");
    command->callback([&action] { action = print_studies; });
}

}  // namespace fstune::tuner
