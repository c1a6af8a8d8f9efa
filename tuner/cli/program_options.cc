#include "tuner/cli/program_options.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "knowledge/units.h"
#include "tuner/goals/several_goals.h"

namespace fstune::tuner {

using probes::ProgramRequest;

namespace {

constexpr std::uintmax_t largest_job = std::uintmax_t{64} << 10;

Result<void> taken(const std::string& text, std::string& into) {
    if (text.empty()) return fail(ErrorCode::usage, "the text is empty");
    into = text;
    return {};
}

Result<void> read_metrics(const std::string& text, ProgramRequest& request) {
    request.metrics.clear();
    for (const auto& name : CLI::detail::split(text, ',')) {
        if (name.empty()) return fail(ErrorCode::usage, "the name of a metric is empty");
        request.metrics.push_back(name);
    }
    if (request.metrics.empty()) return fail(ErrorCode::usage, "the name of a metric is empty");
    return {};
}

Result<void> read_direction(const std::string& text, ProgramRequest& request) {
    if (text != "higher" && text != "lower")
        return fail(ErrorCode::usage, fmt::format("'{}' is neither higher nor lower", text));
    request.higher_is_better = text == "higher";
    return {};
}

Result<void> read_timeout(const std::string& text, ProgramRequest& request) {
    const auto time = knowledge::parse_duration(text);
    if (!time) return tl::unexpected(time.error());
    constexpr auto shortest = std::chrono::seconds(1), longest = std::chrono::seconds(24 * 3600);
    if (*time < shortest || *time > longest)
        return fail(ErrorCode::usage, fmt::format("'{}' is not between 1s and 24h", text));
    request.timeout = std::chrono::duration_cast<std::chrono::milliseconds>(*time);
    request.timeout_asked = true;
    return {};
}

Result<std::string> read_job(const std::string& path) {
    std::error_code problem;
    const auto size = std::filesystem::is_regular_file(path, problem)
                          ? std::filesystem::file_size(path, problem)
                          : std::uintmax_t{0};
    std::ifstream file(path, std::ios::binary);
    if (problem || !file || !std::filesystem::is_regular_file(path, problem))
        return fail(ErrorCode::usage, fmt::format("--job: '{}' is no file that can be read", path));
    if (size > largest_job)
        return fail(ErrorCode::usage, fmt::format("--job: '{}' is larger than 64 KiB", path));
    return std::string((std::istreambuf_iterator<char>(file)), {});
}

// The option that was typed and is only for some program; empty: none.
std::string option_of_a_program(const ProgramRequest& request) {
    if (!request.job_file.empty()) return "--job";
    if (!request.command.empty()) return "--command";
    if (!request.metrics.empty()) return "--metric";
    if (!request.regex.empty()) return "--metric-regex";
    if (!request.pointer.empty()) return "--metric-pointer";
    if (!request.unit.empty()) return "--unit";
    if (request.higher_is_better) return "--direction";
    return request.timeout_asked ? "--timeout" : "";
}

Result<void> options_fit(const std::string& program, const ProgramRequest& request) {
    const auto only = [&](const std::string& text, const char* option, const char* of) {
        return text.empty() || program == of
                   ? Result<void>()
                   : fail(ErrorCode::usage, fmt::format("{} goes with the goal {}, not with {}",
                                                        option, of, program));
    };
    for (auto& fits :
         {only(request.job_file, "--job", "fio"), only(request.command, "--command", "command"),
          only(request.regex, "--metric-regex", "command"),
          only(request.pointer, "--metric-pointer", "command")})
        if (!fits) return fits;
    return {};
}

}  // namespace

const std::vector<std::string>& program_option_names() {
    static const std::vector<std::string> names = {
        "--job",  "--metric",    "--command", "--metric-regex", "--metric-pointer",
        "--unit", "--direction", "--timeout"};
    return names;
}

void add_program_options(CLI::App& app, ProgramRequest& request) {
    const auto add = [&app](const char* name, const char* help, const char* type, auto read) {
        app.add_option_function<std::string>(
               name,
               [name, read](const std::string& text) {
                   if (auto problem = read(text); !problem)
                       throw CLI::ValidationError(name, problem.error().message);
               },
               help)
            ->type_name(type)
            ->group("Real programs");
    };
    add("--job", "Run fio with this job file", "FILE",
        [&](const auto& text) { return taken(text, request.job_file); });
    add("--metric", "What counts of what the program says; more are kept beside it", "NAME,...",
        [&](const auto& text) { return read_metrics(text, request); });
    add("--command", "Run this shell line; {dir} in it is the folder to work in", "LINE",
        [&](const auto& text) { return taken(text, request.command); });
    add("--metric-regex", "Its first group is the metric in what the command prints", "RE",
        [&](const auto& text) { return taken(text, request.regex); });
    add("--metric-pointer", "JSON pointer to the metric in what the command prints", "PTR",
        [&](const auto& text) { return taken(text, request.pointer); });
    add("--unit", "Of the metric", "UNIT",
        [&](const auto& text) { return taken(text, request.unit); });
    add("--direction", "Which way the metric is better", "higher|lower",
        [&](const auto& text) { return read_direction(text, request); });
    add("--timeout", "Of one run of the program (10m)", "TIME",
        [&](const auto& text) { return read_timeout(text, request); });
}

Result<void> settle_program(std::string& goal, ProgramRequest& request) {
    const auto option = option_of_a_program(request);
    if (goal.empty()) goal = option == "--job" ? "fio" : option == "--command" ? "command" : "";
    const auto program = program_among(goal);
    if (probes::find_program_info(program) == nullptr) {
        if (option.empty() || goal.empty()) return {};
        return fail(ErrorCode::usage,
                    fmt::format("{} is of real programs, and the goal {} is none", option, goal));
    }
    request.program = program;
    if (auto fit = options_fit(program, request); !fit) return fit;
    if (!request.job_file.empty()) {
        auto job = read_job(request.job_file);
        if (!job) return tl::unexpected(job.error());
        request.job = std::move(*job);
        std::error_code ignored;
        request.job_file = std::filesystem::absolute(request.job_file, ignored).string();
    }
    return probes::check_program(request);
}

void add_settings(const ProgramRequest& request, std::map<std::string, std::string>& settings) {
    if (request.program.empty()) return;
    const auto add = [&settings](const char* name, const std::string& text) {
        if (!text.empty()) settings[name] = text;
    };
    add("program", request.program);
    add("metric", fmt::format("{}", fmt::join(request.metrics, ",")));
    add("job file", request.job_file);
    add("job", request.job);
    add("command", request.command);
    add("metric regex", request.regex);
    add("metric pointer", request.pointer);
    add("unit", request.unit);
    if (request.higher_is_better) add("direction", *request.higher_is_better ? "higher" : "lower");
    add("timeout", fmt::format("{}ms", request.timeout.count()));
}

Result<void> take_program_settings(const std::map<std::string, std::string>& settings,
                                   ProgramRequest& request) {
    const auto text = [&settings](const char* name) {
        const auto found = settings.find(name);
        return found == settings.end() ? std::string() : found->second;
    };
    request.program = text("program");
    if (request.program.empty()) return {};
    request.job_file = text("job file");
    request.job = text("job");
    request.command = text("command");
    request.regex = text("metric regex");
    request.pointer = text("metric pointer");
    request.unit = text("unit");
    if (!text("metric").empty())
        if (auto read = read_metrics(text("metric"), request); !read) return read;
    if (!text("direction").empty())
        if (auto read = read_direction(text("direction"), request); !read) return read;
    if (!text("timeout").empty())
        if (auto read = read_timeout(text("timeout"), request); !read) return read;
    // A job that is gone is no matter: the study has its text.
    const auto now =
        request.job_file.empty() ? Result<std::string>(request.job) : read_job(request.job_file);
    if (now && *now != request.job)
        return fail(ErrorCode::refused,
                    fmt::format("the study cannot go on: its job '{}' was changed since; begin a "
                                "new one, or put the job back as it was",
                                request.job_file));
    return {};
}

}  // namespace fstune::tuner
