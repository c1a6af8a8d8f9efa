#include "tuner/goals/guards.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "probes/workloads/workloads.h"
#include "tuner/goals/goals.h"

namespace fstune::tuner {

namespace {

std::string names() {
    std::vector<std::string> all;
    for (const auto& side : side_metrics()) all.push_back(side.name);
    for (const auto& workload : probes::workload_names())
        if (std::ranges::find(all, workload) == all.end()) all.push_back(workload);
    return fmt::format("{}", fmt::join(all, ", "));
}

// "+10%", "-5%", "0%"
Result<double> parse_limit(const std::string& text) {
    const auto* begin = text.data() + (text.starts_with('+') ? 1 : 0);
    const auto* end = text.data() + text.size() - (text.ends_with('%') ? 1 : 0);
    double percent = 0;
    const auto [stopped, problem] = std::from_chars(begin, end, percent);
    const bool signs = text.starts_with("+-") || text.starts_with("++");
    if (!text.ends_with('%') || problem != std::errc{} || stopped != end || signs ||
        !std::isfinite(percent))
        return fail(ErrorCode::usage, fmt::format("'{}' is no change like +10% or -5%", text));
    if (percent <= -100 || percent > 1e6)
        return fail(ErrorCode::usage, fmt::format("'{}' is no change that can be: from above -100% "
                                                  "to 1000000%",
                                                  text));
    return percent / 100;
}

Result<Guard> named(const std::string& name) {
    const auto side = std::ranges::find(side_metrics(), name, &SideMetric::name);
    if (side != side_metrics().end())
        return Guard{.name = name, .metric = side->metric, .workload = ""};
    const auto workloads = probes::workload_names();
    if (std::ranges::find(workloads, name) != workloads.end())
        return Guard{.name = name, .metric = guard_metric(name), .workload = name};
    return fail(ErrorCode::usage,
                fmt::format("nothing that is measured is named '{}'; there are {}", name, names()));
}

// What the metric of a goal changes by, where the goal gains that much.
double change_of(const Goal& goal, double gain) {
    return goal.direction == search::Direction::maximize ? gain : 1 / (1 + gain) - 1;
}

}  // namespace

const std::vector<SideMetric>& side_metrics() {
    static const std::vector<SideMetric> table = {
        {"fragmentation", "extents_per_file"},  {"write-amplification", "write_amplification"},
        {"requests", "device_requests_per_mb"}, {"space", "space_overhead_percent"},
        {"latency-p99", "latency_p99_us"},      {"cpu", "cpu_workload_percent"},
    };
    return table;
}

std::string guard_metric(const std::string& workload) { return "guard " + workload; }

Result<Guard> parse_guard(const std::string& text) {
    const auto at = text.find("<=") != std::string::npos ? text.find("<=") : text.find(">=");
    if (at == std::string::npos)
        return fail(ErrorCode::usage,
                    fmt::format("the guard '{}' has neither <= nor >=; one is "
                                "write-amplification<=+10% (in quotes, for the shell)",
                                text));
    auto guard = named(text.substr(0, at));
    if (!guard) return wrap(guard.error(), fmt::format("the guard '{}'", text));
    const auto limit = parse_limit(text.substr(at + 2));
    if (!limit) return wrap(limit.error(), fmt::format("the guard '{}'", text));
    guard->at_most = text[at] == '<';
    guard->limit = *limit;
    return guard;
}

std::string to_text(const Guard& guard) {
    return fmt::format("{}{}{:+g}%", guard.name,
                       guard.at_most ? "<=" : ">=", std::round(guard.limit * 1e8) / 1e6);
}

Result<void> possible_together(const std::vector<Guard>& guards, const std::string& goal,
                               double min_gain) {
    for (const auto& one : guards)
        for (const auto& other : guards)
            if (one.name == other.name && one.at_most && !other.at_most && one.limit < other.limit)
                return fail(ErrorCode::usage, fmt::format("--guard: nothing keeps both {} and {}",
                                                          to_text(one), to_text(other)));
    const auto searched = find_goal(goal);
    if (!searched) return {};  // several goals, or a program's: what it gains may be elsewhere
    const double least = change_of(*searched, min_gain);
    const bool up = searched->direction == search::Direction::maximize;
    for (const auto& guard : guards)
        if (guard.name == goal && guard.at_most == up && !guard.allows(least))
            return fail(ErrorCode::usage,
                        fmt::format("--guard: {} forbids what is searched for, {} for the goal {}; "
                                    "leave it out",
                                    to_text(guard), up ? "more" : "less", goal));
    return {};
}

}  // namespace fstune::tuner
