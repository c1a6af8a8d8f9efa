#include "tuner/goals/several_goals.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "knowledge/readers/text.h"
#include "probes/programs/programs.h"

namespace fstune::tuner {

namespace {

constexpr double heaviest = 1e6;

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> items;
    for (std::size_t at = 0; at <= text.size();) {
        const auto end = std::min(text.find(',', at), text.size());
        items.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return items;
}

Result<double> parse_weight(const std::string& item, const std::string& text) {
    double weight = 0;
    const auto* end = text.data() + text.size();
    const auto [stopped, problem] = std::from_chars(text.data(), end, weight);
    if (problem == std::errc{} && stopped == end && weight > 0 && weight <= heaviest) return weight;
    return fail(ErrorCode::usage,
                fmt::format("'{}': a weight is a number above 0, up to {:g}", item, heaviest));
}

Result<void> known(const std::string& name) {
    if (probes::find_program_info(name) != nullptr) return {};
    const auto goal = find_goal(name);
    return goal ? Result<void>() : tl::unexpected(goal.error());
}

Result<GoalShare> parse_share_of(const std::string& item, bool alone) {
    const auto equals = item.find('=');
    const std::string name(knowledge::trim(item.substr(0, equals)));
    if (auto found = known(name); !found) return tl::unexpected(found.error());
    if (equals == std::string::npos && alone) return GoalShare{name, 1};
    if (equals == std::string::npos)
        return fail(ErrorCode::usage, fmt::format("'{}' has no weight; of several goals each has "
                                                  "one: seq-read=0.7,create=0.3",
                                                  item));
    const auto weight = parse_weight(item, std::string(knowledge::trim(item.substr(equals + 1))));
    if (!weight) return tl::unexpected(weight.error());
    return GoalShare{name, *weight};
}

// Source: what a workload leaves behind although it removes its files is where the free space is,
// inodes and metadata that were made for it, and a journal. That is what these are about.
std::size_t place_in_trial(const std::string& name) {
    static const std::vector<std::string> of_the_empty = {"space", "fragmentation", "allocate",
                                                          "mount"};
    const auto first = std::ranges::find(of_the_empty, name);
    if (first != of_the_empty.end()) return static_cast<std::size_t>(first - of_the_empty.begin());
    const auto listed = std::ranges::find(goals(), name, &Goal::name);
    return of_the_empty.size() + static_cast<std::size_t>(listed - goals().begin());
}

Result<void> check_together(const std::vector<GoalShare>& shares) {
    std::set<std::string> names;
    std::size_t programs = 0;
    for (const auto& share : shares) {
        if (!names.insert(share.name).second)
            return fail(ErrorCode::usage, fmt::format("the goal {} is there twice", share.name));
        programs += probes::find_program_info(share.name) != nullptr ? 1 : 0;
    }
    if (programs > 1)
        return fail(ErrorCode::usage, "only one of several goals can be a real program's");
    return {};
}

}  // namespace

Result<std::vector<GoalShare>> parse_goals(const std::string& text) {
    const auto items = split(text);
    std::vector<GoalShare> shares;
    double sum = 0;
    for (const auto& item : items) {
        auto share = parse_share_of(item, items.size() == 1);
        if (!share) return tl::unexpected(share.error());
        sum += share->weight;
        shares.push_back(std::move(*share));
    }
    if (auto fit = check_together(shares); !fit) return tl::unexpected(fit.error());
    for (auto& share : shares) share.weight /= sum;
    std::ranges::sort(shares, {},
                      [](const GoalShare& share) { return place_in_trial(share.name); });
    return shares;
}

std::string program_among(const std::string& text) {
    const auto shares = parse_goals(text);
    if (!shares) return text;
    for (const auto& share : *shares)
        if (probes::find_program_info(share.name) != nullptr) return share.name;
    return text;
}

Goal together(std::vector<Goal> parts) {
    Goal goal{.name = "",
              .workload = "",
              .metric = "score",
              .unit = "",
              .direction = search::Direction::maximize,
              .summary = "several goals, weighed"};
    for (const auto& part : parts) {
        goal.name +=
            fmt::format("{}{}={:.4g}", goal.name.empty() ? "" : ",", part.name, part.weight);
        const bool known =
            ("+" + goal.workload + "+").find("+" + part.workload + "+") != std::string::npos;
        if (!known) goal.workload += (goal.workload.empty() ? "" : "+") + part.workload;
    }
    goal.parts = std::move(parts);
    return goal;
}

std::string goal_metric(const std::string& goal) { return "goal " + goal; }

double score(const std::vector<Goal>& parts, const std::map<std::string, double>& metrics) {
    double sum = 0;
    for (const auto& part : parts) {
        const double better = part.direction == search::Direction::maximize ? 1 : -1;
        sum += better * part.weight * std::log(metrics.at(goal_metric(part.name)));
    }
    return std::exp(sum);
}

std::size_t workloads_of(const Goal& goal) {
    std::set<std::string> workloads;
    for (const auto& part : goal.parts) workloads.insert(part.workload);
    return std::max<std::size_t>(1, workloads.size());
}

}  // namespace fstune::tuner
