#include "tuner/cli/tune_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>

#include "knowledge/units.h"
#include "search/strategy.h"
#include "tuner/cli/json_output.h"
#include "tuner/cli/program_options.h"
#include "tuner/goals/several_goals.h"
#include "tuner/store/study_file.h"

namespace fstune::tuner {

namespace {

// An option whose text is read by `read`; CLI11 puts the option's name before the message.
template <typename Read>
CLI::Option* add_text(CLI::App& app, const char* name, const char* help, const char* type,
                      Read read) {
    return app
        .add_option_function<std::string>(
            name,
            [name, read](const std::string& text) {
                if (auto problem = read(text); !problem)
                    throw CLI::ValidationError(name, problem.error().message);
            },
            help)
        ->type_name(type);
}

Result<void> read_budget(const std::string& text, TuneOptions& options) {
    const auto time = knowledge::parse_duration(text);
    if (!time) return tl::unexpected(time.error());
    options.budget_seconds = std::chrono::duration<double>(*time).count();
    if (options.budget_seconds < 1 || options.budget_seconds > most_seconds)
        return fail(ErrorCode::usage, fmt::format("'{}' is not between 1s and 30 days", text));
    return {};
}

Result<void> read_share(const std::string& text, double low, double high, double& share) {
    const auto read = knowledge::parse_share(text);
    if (!read) return tl::unexpected(read.error());
    if (*read < low || *read > high)
        return fail(ErrorCode::usage, fmt::format("'{}' is not between {:g}% and {:g}%", text,
                                                  low * 100, high * 100));
    share = *read;
    return {};
}

Result<void> read_allowed(const std::string& text, TuneOptions& options) {
    for (const auto& name : CLI::detail::split(text, ',')) {
        if (name == "durability")
            options.allowed.insert(knowledge::Risk::durability);
        else if (name == "compatibility")
            options.allowed.insert(knowledge::Risk::compatibility);
        else
            return fail(
                ErrorCode::usage,
                fmt::format("no risk is named '{}'; there are durability, compatibility", name));
    }
    return {};
}

// CLI11 would take -1 and what is too large for the largest number, and nothing for 0.
Result<void> read_seed(const std::string& text, std::uint64_t& seed) {
    std::uint64_t read = 0;
    const auto* end = text.data() + text.size();
    const auto [stopped, problem] = std::from_chars(text.data(), end, read);
    if (problem != std::errc{} || stopped != end)
        return fail(ErrorCode::usage,
                    fmt::format("'{}' is not a whole number from 0 to 2^64 - 1", text));
    seed = read;
    return {};
}

// An empty name is a variable that was not set, and not an option that was left out.
CLI::Option* add_name(CLI::App& app, const char* name, std::string& taken, const char* help,
                      const char* type) {
    return add_text(app, name, help, type, [&taken](const std::string& text) -> Result<void> {
        if (text.empty()) return fail(ErrorCode::usage, "the name is empty");
        taken = text;
        return {};
    });
}

void add_place(CLI::App& app, TuneOptions& options) {
    add_name(app, "--device", options.device, "Block device to tune; all on it is destroyed",
             "DEV");
    add_text(app, "--scratch", "Instead of a device: a file of this size, in DIR (/var/tmp)",
             "SIZE[:DIR]", [&options](const std::string& text) -> Result<void> {
                 const auto scratch = parse_scratch(text);
                 if (!scratch) return tl::unexpected(scratch.error());
                 options.scratch = text;
                 return {};
             });
    app.add_flag("--wipe", options.wipe, "Consent to destroy what is found on the device");
}

void add_question(CLI::App& app, TuneOptions& options) {
    add_text(app, "--goal",
             "What to make better; `fstune goals` lists them; several: seq-read=0.7,create=0.3",
             "GOAL", [&options](const std::string& text) -> Result<void> {
                 if (const auto read = parse_goals(text); !read)
                     return tl::unexpected(read.error());
                 options.goal = text;
                 return {};
             });
    app.add_option("--fs", options.filesystems,
                   "Filesystems to try (every one that this machine can make and mount)")
        ->delimiter(',')
        ->type_name("NAME,...");
    app.add_option_function<std::vector<std::string>>(
           "--guard",
           [&options](const std::vector<std::string>& texts) {
               for (const auto& text : texts) {
                   const auto guard = parse_guard(text);
                   if (!guard) throw CLI::ValidationError("--guard", guard.error().message);
                   options.guards.push_back(*guard);
               }
           },
           "Recommend nothing that breaks this: 'write-amplification<=+10%', 'rand-write>=-5%'")
        ->delimiter(',')
        ->type_name("GUARD,...");
    add_text(app, "--min-gain", "Smallest gain worth a change (2%)", "SHARE",
             [&options](const auto& text) { return read_share(text, 0, 10, options.min_gain); });
    add_text(
        app, "--confidence", "Of the verdict and its intervals (95%)", "SHARE",
        [&options](const auto& text) { return read_share(text, 0.5, 0.9999, options.confidence); });
    add_text(app, "--allow", "Try values of this risk too: durability, compatibility", "CLASS,...",
             [&options](const auto& text) { return read_allowed(text, options); });
}

void add_effort(CLI::App& app, TuneOptions& options) {
    add_text(app, "--budget", "Time for the whole study (10m)", "TIME",
             [&options](const auto& text) { return read_budget(text, options); });
    app.add_option(
           "--trials", options.trials,
           "Number of trials of the whole study, at most; but three of each filesystem's defaults")
        ->check(CLI::Range(std::int64_t{1}, most_trials))
        ->type_name("N");
    add_text(app, "--seed", "Of all that is random (1)", "N",
             [&options](const auto& text) { return read_seed(text, options.seed); });
    app.add_option(
           "--strategy", options.strategy,
           fmt::format("How to search: {} (auto)", fmt::join(search::strategy_names(), ", ")))
        ->check(CLI::IsMember(search::strategy_names()))
        ->type_name("NAME");
}

void add_files(CLI::App& app, TuneOptions& options) {
    add_name(app, "--study", options.study, "File to keep the study in", "FILE");
    add_name(app, "--resume", options.resume, "Go on with the study in this file", "FILE");
    add_name(app, "--json", options.json, "Write the result and all samples; - for standard output",
             "FILE|-");
    app.add_flag("--quiet", options.quiet, "No progress");
    app.add_flag("--dry-run", options.dry_run,
                 "Print the commands that would run, the time and the bytes written; do nothing");
}

}  // namespace

void add_tune_options(CLI::App& app, TuneOptions& options) {
    add_place(app, options);
    add_question(app, options);
    add_program_options(app, options.program);
    add_effort(app, options);
    add_files(app, options);
}

// Not CLI11's excludes(): that fills the help with its list.
void check_resume(const CLI::App& app) {
    if (app.count("--resume") == 0) return;
    std::vector<std::string> names = {
        "--scratch",    "--goal",     "--fs",    "--budget", "--trials", "--min-gain", "--seed",
        "--confidence", "--strategy", "--guard", "--allow",  "--study",  "--dry-run"};
    names.insert(names.end(), program_option_names().begin(), program_option_names().end());
    for (const auto& name : names)
        if (app.count(name) > 0) throw CLI::ExcludesError("--resume", name);
}

Result<void> check_together(const TuneOptions& options) {
    if (!options.resume.empty()) return {};
    if (options.device.empty() == options.scratch.empty())
        return fail(ErrorCode::usage, options.device.empty()
                                          ? "say what to tune: --device DEV or --scratch SIZE"
                                          : "--device and --scratch exclude each other");
    if (options.goal.empty())
        return fail(ErrorCode::usage, "say what to make better: --goal GOAL (see `fstune goals`)");
    return possible_together(options.guards, options.goal, options.min_gain);
}

Result<void> check_files(const TuneOptions& options) {
    if (!options.study.empty())
        if (auto free = try_study_file(options.study); !free) return free;
    if (options.json.empty()) return {};
    const auto json =
        JsonOutput::open(options.json, options.resume.empty() ? options.study : options.resume);
    return json ? Result<void>() : tl::unexpected(json.error());
}

Result<ScratchText> parse_scratch(const std::string& text) {
    const auto colon = text.find(':');
    const auto size = knowledge::parse_size(text.substr(0, colon));
    if (!size) return tl::unexpected(size.error());
    ScratchText scratch{*size, colon == std::string::npos ? "" : text.substr(colon + 1)};
    if (scratch.size == 0)
        return fail(ErrorCode::usage,
                    fmt::format("'{}' leaves no room for a filesystem; say a size like 2G", text));
    if (colon != std::string::npos && scratch.directory.empty())
        return fail(ErrorCode::usage, fmt::format("'{}' names no folder after the colon", text));
    return scratch;
}

}  // namespace fstune::tuner
