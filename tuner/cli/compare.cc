#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "tuner/cli/commands.h"
#include "tuner/cli/report_error.h"
#include "tuner/compare/compare.h"
#include "tuner/compare/compare_json.h"
#include "tuner/compare/compare_text.h"
#include "tuner/compare/input.h"

namespace fstune::tuner {

namespace {

struct CompareArguments {
    std::vector<std::string> paths;
    knowledge::ColumnNames columns;
    CompareOptions options;
    bool lower = false, higher = false, json = false;
};

int run_compare(const CompareArguments& arguments) {
    const auto input = read_inputs(arguments.paths, arguments.columns);
    if (!input) return report_error(input.error());
    auto options = arguments.options;
    options.direction = input->direction;
    if (arguments.lower) options.direction = search::Direction::minimize;
    if (arguments.higher) options.direction = search::Direction::maximize;
    const auto report = compare(input->series, options);
    if (!report) return report_error(report.error());
    if (arguments.json)
        fmt::print("{}\n", compare_json(*report).dump(2));
    else
        fmt::print("{}", compare_text(*report));
    return 0;
}

void add_column_options(CLI::App& command, knowledge::ColumnNames& columns) {
    const auto add = [&command](const char* name, std::string& into, const char* what) {
        command.add_option(name, into, what)->type_name("NAME")->group("Columns");
    };
    add("--phase-column", columns.phase, "Column of what was measured");
    add("--variant-column", columns.variant, "Column of what is compared");
    add("--value-column", columns.value, "Column of the values");
    add("--block-column", columns.block, "Column of what was measured together");
    add("--order-column", columns.order, "Column of when each was measured");
}

}  // namespace

void add_compare(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand(
        "compare", "Compare measurements: what differs, by how much, and how sure that is");
    auto arguments = std::make_shared<CompareArguments>();
    command
        ->add_option("files", arguments->paths,
                     "One value a line, CSV, summaries, ministat's output, fio's JSON, or studies")
        ->required()
        ->type_name("FILE");
    command->add_option("--baseline", arguments->options.baseline, "What the others stand against")
        ->type_name("VARIANT");
    auto* lower = command->add_flag("--lower-is-better", arguments->lower,
                                    "Times and the like; else told by the name of the metric");
    command->add_flag("--higher-is-better", arguments->higher, "Rates and the like")
        ->excludes(lower);
    command
        ->add_option("--confidence", arguments->options.confidence,
                     "Of intervals and verdicts (0.95)")
        ->check(CLI::Range(0.5, 0.9999))
        ->type_name("SHARE");
    const std::map<std::string, search::Method> methods = {{"auto", search::Method::automatic},
                                                           {"student", search::Method::student},
                                                           {"welch", search::Method::welch},
                                                           {"paired", search::Method::paired}};
    command->add_option("--test", arguments->options.method, "auto, student, welch or paired")
        ->transform(CLI::CheckedTransformer(methods, CLI::ignore_case))
        ->type_name("NAME");
    command->add_flag("--json", arguments->json, "Write JSON to standard output");
    add_column_options(*command, arguments->columns);
    command->callback(
        [&action, arguments] { action = [arguments] { return run_compare(*arguments); }; });
}

}  // namespace fstune::tuner
