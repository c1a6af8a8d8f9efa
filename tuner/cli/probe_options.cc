#include "tuner/cli/probe_options.h"

#include <fmt/format.h>

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "knowledge/units.h"
#include "probes/workloads/workloads.h"

namespace fstune::tuner {

namespace {

constexpr int most_threads = 256, most_runs = 1000;
constexpr std::chrono::milliseconds shortest(100), longest(3'600'000);

// CLI11 puts the option's name before the message.
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

Result<int> read_count(const std::string& text, int most) {
    int number = 0;
    const auto* end = text.data() + text.size();
    const auto [stopped, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc{} || stopped != end || number < 1 || number > most)
        return fail(ErrorCode::usage,
                    fmt::format("'{}' is not a whole number from 1 to {}", text, most));
    return number;
}

Result<void> read_threads(const std::string& text, std::vector<int>& threads) {
    threads.clear();
    for (const auto& part : CLI::detail::split(text, ',')) {
        const auto count = read_count(part, most_threads);
        if (!count) return tl::unexpected(count.error());
        if (std::ranges::find(threads, *count) == threads.end()) threads.push_back(*count);
    }
    return {};
}

Result<void> read_workloads(const std::string& text, std::vector<std::string>& names) {
    names.clear();
    for (const auto& name : CLI::detail::split(text, ',')) {
        if (name == "mount")
            return fail(ErrorCode::usage,
                        "'mount' unmounts the filesystem; measure it with --goal mount on a "
                        "scratch device");
        if (auto known = probes::make_workload(name); !known) return tl::unexpected(known.error());
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    return {};
}

Result<void> read_seconds(const std::string& text, std::chrono::nanoseconds& length) {
    const auto read = knowledge::parse_duration(text);
    if (!read) return tl::unexpected(read.error());
    if (*read < shortest || *read > longest)
        return fail(ErrorCode::usage, fmt::format("'{}' is not between 0.1s and 1h", text));
    length = *read;
    return {};
}

Result<void> read_size(const std::string& text, std::uint64_t& size) {
    const auto read = knowledge::parse_size(text);
    if (!read) return tl::unexpected(read.error());
    if (*read == 0) return fail(ErrorCode::usage, "the size is 0");
    size = *read;
    return {};
}

// One word, as the readers of tables part columns by blanks.
Result<void> read_label(const std::string& text, std::string& label) {
    const auto good = [](unsigned char c) { return c > ' ' && c != 127; };
    if (text.empty() || !std::ranges::all_of(text, good))
        return fail(ErrorCode::usage, "the label has to be one word without blanks");
    label = text;
    return {};
}

void add_measuring(CLI::App& command, ProbeSettings& settings) {
    add_text(command, "--workload",
             "What to do (seq-read,rand-read,seq-write,rand-write; --scaling: seq-read,seq-write)",
             "NAME,...",
             [&settings](const auto& text) { return read_workloads(text, settings.workloads); });
    add_text(command, "--threads",
             "How many at once, each is a line (1,32,64,128,256; --scaling: 4)", "N,...",
             [&settings](const auto& text) { return read_threads(text, settings.threads); });
    add_text(command, "--runs", "Of everything; more than one tells the spread (1; --scaling: 5)",
             "N", [&settings](const auto& text) -> Result<void> {
                 const auto runs = read_count(text, most_runs);
                 if (!runs) return tl::unexpected(runs.error());
                 settings.runs = *runs;
                 return {};
             });
    add_text(command, "--size", "Of the data, all threads together (1G, or what fits)", "SIZE",
             [&settings](const auto& text) { return read_size(text, settings.size); });
    add_text(command, "--seconds", "Of each measurement (2)", "TIME",
             [&settings](const auto& text) { return read_seconds(text, settings.length); });
    add_text(command, "--label", "Name in the tables (filesystem-kernel)", "WORD",
             [&settings](const auto& text) { return read_label(text, settings.label); });
    command.add_option("--seed", settings.seed, "Of all that is random (1)")->type_name("N");
}

}  // namespace

void add_probe_options(CLI::App& command, ProbeOptions& options) {
    options.settings.runs = 0;
    auto* on = command
                   .add_option("--on", options.on,
                               "Folder on the filesystem; a folder in it is made and removed again")
                   ->type_name("DIR");
    command
        .add_option("--scaling", options.scaling,
                    "Instead: on the first of these folders, the first two, ... at once, and where "
                    "throughput stops growing")
        ->type_name("DIR,DIR,...")
        ->delimiter(',')
        ->excludes(on);
    add_measuring(command, options.settings);
    command.add_option("--json", options.json, "Every run as JSON to FILE, or - (standard output)")
        ->type_name("FILE");
    command.add_option("--csv", options.csv, "Every run as CSV to FILE, or - (standard output)")
        ->type_name("FILE");
    command.add_flag("--drop-caches", options.drop_caches,
                     "Before each measurement drop the cached names and inodes of the whole "
                     "machine, as root; the data of its own files is always dropped");
    command.add_flag("--quiet", options.quiet, "No progress");
}

Result<void> complete(ProbeOptions& options) {
    auto& settings = options.settings;
    const bool scaling = !options.scaling.empty();
    if (options.on.empty() && !scaling)
        return fail(ErrorCode::usage,
                    "name a folder on the filesystem: fstune probe --on DIR, or several: --scaling "
                    "DIR,DIR,...");
    if (scaling && options.scaling.size() < 2)
        return fail(ErrorCode::usage, "--scaling: name two or more folders");
    if (scaling && settings.threads.size() > 1)
        return fail(ErrorCode::usage, "--scaling: give one number of --threads, for each folder");
    if (options.drop_caches && geteuid() != 0)
        return fail(ErrorCode::usage, "--drop-caches needs root");
    if (!options.json.empty() && options.json == options.csv)
        return fail(ErrorCode::usage,
                    fmt::format("--json and --csv both write to '{}'", options.json));
    if (settings.workloads.empty())
        settings.workloads =
            scaling ? std::vector<std::string>{"seq-read", "seq-write"}
                    : std::vector<std::string>{"seq-read", "rand-read", "seq-write", "rand-write"};
    if (settings.threads.empty())
        settings.threads = scaling ? std::vector<int>{4} : std::vector<int>{1, 32, 64, 128, 256};
    if (settings.runs == 0) settings.runs = scaling ? 5 : 1;
    return {};
}

}  // namespace fstune::tuner
