#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "tuner/cli/commands.h"
#include "tuner/cli/report_error.h"
#include "tuner/report/json_report.h"
#include "tuner/store/sqlite_study_store.h"

namespace fstune::tuner {

namespace {

int export_study(const std::string& path) {
    const auto store = SqliteStudyStore::open(path);
    if (!store) return report_error(store.error());
    const auto written = write_json_study(std::cout, **store);
    return written ? 0 : report_error(written.error());
}

}  // namespace

void add_export(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("export", "Write a study as JSON to standard output");
    auto path = std::make_shared<std::string>();
    command->add_option("study", *path, "File of the study")->required()->type_name("STUDY");
    command->callback([&action, path] { action = [path] { return export_study(*path); }; });
}

}  // namespace fstune::tuner
