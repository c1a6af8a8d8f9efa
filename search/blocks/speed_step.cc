#include "search/blocks/speed_step.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>

#include "search/statistics/sample.h"

namespace fstune::search {

namespace {

constexpr std::size_t window = 4, least = 2;  // trials on one side of a step
// Between all before and all after, in deviations of one trial; by noise alone hardly ever seen.
constexpr double least_gap = 2.5;
constexpr double least_errors = 5;   // of the difference between the sides' means
constexpr double least_step = 0.02;  // a smaller one spoils nothing

using Medians = std::map<std::size_t, double>;

Medians medians_by(const std::vector<TimedValue>& values, std::size_t TimedValue::*group) {
    std::map<std::size_t, std::vector<double>> grouped;
    for (const auto& value : values) grouped[value.*group].push_back(value.log_value);
    Medians medians;
    for (auto& [name, members] : grouped) medians[name] = median(std::move(members));
    return medians;
}

// What is left of each value when its contestant's effect is taken off: the machine's speed.
std::vector<double> speeds(const std::vector<TimedValue>& values) {
    constexpr int rounds = 4;
    auto rest = values;
    Medians effects;
    for (int i = 0; i < rounds; ++i) {
        const auto blocks = medians_by(rest, &TimedValue::block);
        for (auto& value : rest) value.log_value -= blocks.at(value.block);
        const auto contestants = medians_by(rest, &TimedValue::contestant);
        for (auto& value : rest) value.log_value -= contestants.at(value.contestant);
        for (const auto& [name, effect] : contestants) effects[name] += effect;
    }
    std::vector<double> speeds;
    for (const auto& value : values)
        speeds.push_back(value.log_value - effects.at(value.contestant));
    return speeds;
}

// Of one trial, from neighbours, so that neither drift nor a step is in it.
double deviation(const std::vector<double>& speeds) {
    std::vector<double> changes;
    for (std::size_t i = 1; i < speeds.size(); ++i)
        changes.push_back(std::abs(speeds[i] - speeds[i - 1]));
    constexpr double of_a_normal = 1.4826;  // deviation, by the median of its absolute values
    return of_a_normal * median(std::move(changes)) / std::sqrt(2.0);
}

double mean(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

bool is_step(std::span<const double> before, std::span<const double> after, double deviation) {
    const auto [lowest_before, highest_before] = std::ranges::minmax(before);
    const auto [lowest_after, highest_after] = std::ranges::minmax(after);
    const double gap = std::max(lowest_after - highest_before, lowest_before - highest_after);
    const double error = deviation * std::sqrt(1.0 / static_cast<double>(before.size()) +
                                               1.0 / static_cast<double>(after.size()));
    const double step = std::abs(mean(after) - mean(before));
    return gap > least_gap * deviation && step > std::max(least_step, least_errors * error);
}

}  // namespace

std::vector<std::size_t> stepped_blocks(const std::vector<TimedValue>& values) {
    std::vector<std::size_t> blocks;
    if (values.size() < 2 * least) return blocks;
    const auto all = speeds(values);
    const double one = deviation(all);
    const std::span<const double> whole(all);
    for (std::size_t at = least; at + least <= all.size(); ++at) {
        if (values[at - 1].block != values[at].block) continue;
        const auto before = std::min(window, at), after = std::min(window, all.size() - at);
        if (is_step(whole.subspan(at - before, before), whole.subspan(at, after), one))
            blocks.push_back(values[at].block);
    }
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    return blocks;
}

}  // namespace fstune::search
