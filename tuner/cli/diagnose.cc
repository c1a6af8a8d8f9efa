// `fstune diagnose FILE...`: recognises what it is given and says what is wrong with it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "knowledge/diagnosis/codes.h"
#include "knowledge/diagnosis/diagnose.h"
#include "knowledge/diagnosis/json.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/diagnosis_input.h"
#include "tuner/cli/standard_streams.h"

namespace fstune::tuner {

namespace dg = knowledge::diagnosis;

namespace {

struct DiagnoseOptions {
    std::vector<std::string> files;
    ContextOptions context;
    bool json = false, codes = false;
};

int print_codes() {
    for (const auto& code : dg::codes())
        fmt::print("{:34} {:8} {}\n", code.name, dg::to_text(code.severity), code.meaning);
    return 0;
}

void print_text(const std::vector<dg::Diagnosis>& diagnoses) {
    for (const auto& diagnosis : diagnoses) {
        if (!diagnosis.recognised()) continue;
        fmt::print("{}: {}{}\n", printable(diagnosis.file), diagnosis.kind,
                   diagnosis.findings.empty() ? ": recognised, nothing wrong found" : "");
        fmt::print("{}", to_lines(diagnosis.findings));
    }
}

// What cannot be read takes its place among the diagnoses, so that the others are still answered.
dg::Diagnosis unreadable(const std::string& file, const Error& error) {
    const auto* code = error.code == ErrorCode::bad_input ? "input-too-large" : "input-cut-off";
    return {file, "unknown", {dg::finding(code, file, error.message, "")}};
}

std::vector<dg::Diagnosis> diagnose_all(const std::vector<std::string>& files,
                                        const dg::Context& context) {
    std::vector<dg::Input> inputs;
    std::vector<std::optional<dg::Diagnosis>> failures;
    for (const auto& file : files) {
        auto input = read_input(file);
        failures.emplace_back();
        if (input)
            inputs.push_back(std::move(*input));
        else
            failures.back() = unreadable(file, input.error());
    }
    auto read = dg::diagnose(inputs, context);
    std::vector<dg::Diagnosis> all;
    all.reserve(failures.size());
    std::size_t next = 0;
    for (auto& failure : failures) all.push_back(failure ? std::move(*failure) : read[next++]);
    return all;
}

// What could not be opened or read names its file already.
std::string complaint(const std::string& file, const std::string& message) {
    const auto named =
        message.starts_with(file + ":") ? "" : (file == "-" ? "standard input" : file) + ": ";
    return fmt::format("fstune diagnose: {}{}\n", named, message);
}

int diagnose(const DiagnoseOptions& options) {
    if (options.codes) return print_codes();
    const auto context = context_of(options.context);
    if (!context) {
        say_error(fmt::format("fstune diagnose: {}\n", context.error().message));
        return 2;
    }
    const auto files = options.files.empty() ? std::vector<std::string>{"-"} : options.files;
    const auto diagnoses = diagnose_all(files, *context);
    bool all_recognised = true;
    for (const auto& diagnosis : diagnoses) {
        if (diagnosis.recognised()) continue;
        all_recognised = false;
        for (const auto& one : diagnosis.findings)
            say_error(complaint(printable(diagnosis.file), printable(one.message)));
    }
    if (options.json)
        fmt::print("{}\n", dg::to_json(diagnoses).dump(2, ' ', false,
                                                       nlohmann::json::error_handler_t::replace));
    else
        print_text(diagnoses);
    return all_recognised ? 0 : 1;
}

}  // namespace

void add_diagnose(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand(
        "diagnose",
        "Recognise output of other tools and say what is wrong, what to do, and what "
        "may not be formatted");
    const auto options = std::make_shared<DiagnoseOptions>();
    command->add_option("FILE", options->files, "Files to look at; none or -: standard input");
    command->add_flag("--json", options->json, "Print JSON");
    command->add_flag("--codes", options->codes, "List the codes of findings");
    add_context_options(*command, options->context);
    command->callback([&action, options] { action = [options] { return diagnose(*options); }; });
}

}  // namespace fstune::tuner
