#include "tuner/cli/tune_settings.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "tuner/cli/program_options.h"

namespace fstune::tuner {

namespace {

// `low` to `high`: what the option of that name takes. Not a number is between none.
template <typename Number>
Result<void> read_number(const std::map<std::string, std::string>& settings,
                         const std::string& name, Number& number, Number low, Number high) {
    const auto found = settings.find(name);
    if (found == settings.end()) return {};
    const auto& text = found->second;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{} || end != text.data() + text.size())
        return fail(
            ErrorCode::bad_input,
            fmt::format("the study's setting '{}' is '{}', which is no number", name, text));
    if (!(number >= low && number <= high))
        return fail(ErrorCode::bad_input,
                    fmt::format("the study's setting '{}' is {}, and not between {} and {}", name,
                                number, low, high));
    return {};
}

void read_text(const std::map<std::string, std::string>& settings, const std::string& name,
               std::string& text) {
    if (const auto found = settings.find(name); found != settings.end()) text = found->second;
}

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find(',', at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

}  // namespace

std::map<std::string, std::string> settings_of(const TuneOptions& options) {
    std::map<std::string, std::string> settings = {
        {"goal", options.goal},
        {"device", options.device},
        {"scratch", options.scratch},
        {"place", options.device.empty() ? "scratch " + options.scratch : options.device},
        {"filesystems", fmt::format("{}", fmt::join(options.filesystems, ","))},
        {"budget", fmt::format("{}", options.budget_seconds)},
        {"min gain", fmt::format("{}", options.min_gain)},
        {"confidence", fmt::format("{}", options.confidence)},
        {"seed", fmt::format("{}", options.seed)},
        {"strategy", options.strategy},
        {"durability", options.allowed.contains(knowledge::Risk::durability) ? "1" : "0"},
        {"compatibility", options.allowed.contains(knowledge::Risk::compatibility) ? "1" : "0"},
    };
    std::vector<std::string> guards;
    for (const auto& guard : options.guards) guards.push_back(to_text(guard));
    if (!guards.empty()) settings["guards"] = fmt::format("{}", fmt::join(guards, ","));
    if (options.trials) settings["trials"] = fmt::format("{}", *options.trials);
    add_settings(options.program, settings);
    return settings;
}

Result<void> take_settings(const std::map<std::string, std::string>& settings,
                           TuneOptions& options) {
    read_text(settings, "goal", options.goal);
    if (options.device.empty()) read_text(settings, "device", options.device);
    read_text(settings, "scratch", options.scratch);
    read_text(settings, "strategy", options.strategy);
    std::string filesystems;
    read_text(settings, "filesystems", filesystems);
    options.filesystems = split(filesystems);
    std::string guards;
    read_text(settings, "guards", guards);
    for (const auto& text : split(guards)) {
        auto guard = parse_guard(text);
        if (!guard) return fail(ErrorCode::bad_input, guard.error().message);
        options.guards.push_back(std::move(*guard));
    }
    if (settings.contains("trials")) options.trials = 0;
    int durability = 0, compatibility = 0;
    for (const auto& read :
         {read_number(settings, "budget", options.budget_seconds, 1.0, most_seconds),
          read_number(settings, "min gain", options.min_gain, 0.0, 10.0),
          read_number(settings, "confidence", options.confidence, 0.5, 0.9999),
          read_number(settings, "seed", options.seed, std::uint64_t{0},
                      std::numeric_limits<std::uint64_t>::max()),
          read_number(settings, "durability", durability, 0, 1),
          read_number(settings, "compatibility", compatibility, 0, 1)}) {
        if (!read) return read;
    }
    if (options.trials) {
        if (auto read =
                read_number(settings, "trials", *options.trials, std::int64_t{1}, most_trials);
            !read)
            return read;
    }
    options.allowed = {knowledge::Risk::safe};
    if (durability != 0) options.allowed.insert(knowledge::Risk::durability);
    if (compatibility != 0) options.allowed.insert(knowledge::Risk::compatibility);
    return take_program_settings(settings, options.program);
}

}  // namespace fstune::tuner
