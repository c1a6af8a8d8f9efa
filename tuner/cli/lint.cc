// `fstune lint FSTAB`: what is wrong with an fstab, and a corrected copy; the file itself is never
// written.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "knowledge/diagnosis/fstab_rules.h"
#include "knowledge/diagnosis/json.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/diagnosis_input.h"
#include "tuner/cli/json_output.h"
#include "tuner/cli/standard_streams.h"

namespace fstune::tuner {

namespace dg = knowledge::diagnosis;

namespace {

struct LintOptions {
    std::string file, output;
    ContextOptions context;
    bool json = false;
};

// By whatever name: a link, another path, or standard input that comes from it.
bool same_file(const std::string& input, const std::string& output) {
    struct stat one {
    }, other{};
    const int found = input == "-" ? fstat(STDIN_FILENO, &one) : stat(input.c_str(), &one);
    return found == 0 && stat(output.c_str(), &other) == 0 && S_ISREG(one.st_mode) &&
           one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

Result<void> write_copy(const std::string& input, const std::string& output,
                        const std::string& text) {
    if (same_file(input, output))
        return fail(ErrorCode::refused,
                    fmt::format("{} is the input itself, which is never written; name another file",
                                printable(output)));
    const auto copy = JsonOutput::open(output, "", "--output");
    if (!copy) return tl::unexpected(copy.error());
    (*copy)->stream() << text;
    return (*copy)->finish();
}

void print_json(const LintOptions& options, const dg::LintedFstab& linted) {
    auto json = dg::to_json(std::vector{dg::Diagnosis{options.file, "fstab", linted.findings}});
    json["inputs"][0]["corrected"] = linted.corrected;
    fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

int complain(const Error& error, int code) {
    say_error(fmt::format("fstune lint: {}\n", error.message));
    return code;
}

int lint(const LintOptions& options) {
    const auto context = context_of(options.context);
    if (!context) return complain(context.error(), 2);
    const auto input = read_input(options.file);
    if (!input) return complain(input.error(), 1);
    if (input->text.find('\0') != std::string::npos)
        return complain({ErrorCode::bad_input, printable(options.file) + ": not a text file"}, 1);
    if (input->text.size() > dg::largest_fstab)
        return complain({ErrorCode::bad_input,
                         printable(options.file) + ": larger than 1 MiB; this is no fstab"},
                        1);
    const auto linted = dg::lint_fstab(input->text, *context);
    if (!options.output.empty())
        if (const auto done = write_copy(options.file, options.output, linted.corrected); !done)
            return complain(done.error(), 1);
    if (options.json) {
        print_json(options, linted);
    } else {
        say_error(fmt::format("{}: {}\n{}", printable(options.file),
                              linted.findings.empty() ? "nothing wrong found" : "fstab",
                              to_lines(linted.findings)));
        if (options.output.empty())
            std::fwrite(linted.corrected.data(), 1, linted.corrected.size(), stdout);
    }
    const bool stops = std::ranges::any_of(linted.findings, [](const dg::Finding& one) {
        return one.severity >= dg::Severity::error;
    });
    return stops ? 1 : 0;
}

}  // namespace

void add_lint(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand(
        "lint", "Check an fstab and write a corrected copy (exit code 1 where a line is an error)");
    const auto options = std::make_shared<LintOptions>();
    command->add_option("FSTAB", options->file, "The fstab; -: standard input")->required();
    command->add_option("--output", options->output, "Write the copy to this file, not to stdout");
    command->add_flag("--json", options->json, "Print the findings, and the copy as \"corrected\"");
    add_context_options(*command, options->context);
    command->callback([&action, options] { action = [options] { return lint(*options); }; });
}

}  // namespace fstune::tuner
