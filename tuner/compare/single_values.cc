#include "tuner/compare/single_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "knowledge/readers/tables/columns.h"
#include "knowledge/readers/tables/grid.h"

namespace fstune::tuner {

using knowledge::Series;

namespace {

// Two single values, each with its noise, may differ by this and be the same.
constexpr double growth_tolerance = 2 * single_run_noise;
constexpr double growth_confidence = 0.95, growth_least = 0.02;
constexpr std::size_t least_conditions = 2;

bool is_single(const Series& series) { return series.values.size() == 1 && !series.summary; }

std::string names_of_conditions(const Series& series) {
    std::vector<std::string> names;
    for (const auto& [name, value] : series.conditions) names.push_back(name);
    return fmt::format("{}", fmt::join(names, ", "));
}

// The condition with the most different numbers.
std::string widest_condition(const std::vector<Series>& series) {
    std::map<std::string, std::set<std::string>> levels;
    for (const auto& one : series)
        for (const auto& [name, value] : one.conditions)
            if (knowledge::to_number(value)) levels[name].insert(value);
    std::string widest;
    for (const auto& [name, values] : levels)
        if (widest.empty() || values.size() > levels[widest].size()) widest = name;
    return widest;
}

}  // namespace

search::Direction direction_of(const Series& series, std::optional<search::Direction> asked) {
    if (series.higher_is_better)
        return *series.higher_is_better ? search::Direction::maximize : search::Direction::minimize;
    if (asked) return *asked;
    return knowledge::less_is_better(series.metric) ? search::Direction::minimize
                                                    : search::Direction::maximize;
}

std::vector<Grouped> over_conditions(const std::vector<SeriesPair>& pairs) {
    std::vector<Grouped> groups;
    for (const auto& pair : pairs) {
        if (pair.a->conditions.empty() || !is_single(*pair.a) || !is_single(*pair.b)) continue;
        const auto label = pair.a->phase + (pair.a->phase.empty() ? "" : " ") + "over " +
                           names_of_conditions(*pair.a);
        auto found = std::ranges::find_if(groups, [&](const Grouped& group) {
            return group.label == label && group.first.b->variant == pair.b->variant;
        });
        if (found == groups.end()) found = groups.insert(groups.end(), {label, pair, {}});
        found->sides.values_a.push_back(pair.a->values[0]);
        found->sides.values_b.push_back(pair.b->values[0]);
    }
    std::erase_if(groups, [](const Grouped& group) {
        return group.sides.values_a.size() < least_conditions;
    });
    for (auto& group : groups) {
        group.sides.pairs_a = group.sides.values_a;
        group.sides.pairs_b = group.sides.values_b;
        group.sides.a = search::sample_of(group.sides.values_a);
        group.sides.b = search::sample_of(group.sides.values_b);
    }
    return groups;
}

// By phase and variant, in the order of the file; a new stretch where the ratio leaves the mean of
// the stretch so far by more than the noise of two single runs.
std::vector<Stretch> stretches_of(const std::vector<SeriesPair>& pairs) {
    struct Running {
        Stretch stretch;
        std::vector<double> log_ratios;
    };
    std::map<std::pair<std::string, std::string>, std::vector<Running>> all;
    for (const auto& [a, b] : pairs) {
        if (a->conditions.size() != 1 || !is_single(*a) || !is_single(*b)) continue;
        if (a->values[0] <= 0 || b->values[0] <= 0) continue;
        const auto& [over, level] = a->conditions[0];
        const double ratio = std::log(b->values[0] / a->values[0]);
        auto& mine = all[{a->phase, b->variant}];
        const bool goes_on =
            !mine.empty() &&
            std::abs(std::exp(ratio) - std::exp(search::sample_of(mine.back().log_ratios).mean)) <=
                2 * single_run_noise;
        if (!goes_on) mine.push_back({{a->phase, b->variant, over, level, level, 0}, {}});
        mine.back().stretch.to = level;
        mine.back().log_ratios.push_back(ratio);
    }
    std::vector<Stretch> result;
    for (const auto& [key, runs] : all) {
        for (const auto& run : runs) {
            result.push_back(run.stretch);
            result.back().percent = 100 * std::expm1(search::sample_of(run.log_ratios).mean);
        }
    }
    return result;
}

namespace {

search::MeasuredLevel level_of(double at, const Series& series) {
    if (series.summary)
        return {at, {series.summary->n, series.summary->mean, series.summary->deviation}, {}};
    return {at, search::sample_of(series.values), series.values};
}

// Single values by their usual noise, several by the noise that they show.
std::optional<search::Scaling> scaling_of(const std::vector<search::MeasuredLevel>& levels) {
    const auto single = [](const search::MeasuredLevel& level) { return level.sample.n == 1; };
    if (std::ranges::all_of(levels, single)) {
        std::vector<search::Level> values;
        for (const auto& level : levels) values.push_back({level.at, level.sample.mean});
        return search::scaling_of(values, growth_tolerance);
    }
    const auto measured = search::scaling_of(levels, growth_confidence, growth_least);
    if (!measured || !measured->stops_at) return std::nullopt;
    return search::Scaling{
        .stops_at = *measured->stops_at, .falls = measured->falls, .peak_at = measured->peak_at};
}

}  // namespace

std::vector<Growth> growth_of(const std::vector<Series>& series) {
    const auto over = widest_condition(series);
    std::map<std::pair<std::string, std::string>, std::vector<search::MeasuredLevel>> levels;
    std::vector<std::pair<std::string, std::string>> order;
    for (const auto& one : series) {
        const auto at =
            std::ranges::find(one.conditions, over, &std::pair<std::string, std::string>::first);
        if (at == one.conditions.end() || knowledge::less_is_better(one.metric)) continue;
        Series rest = one;
        std::erase_if(rest.conditions, [&](const auto& c) { return c.first == over; });
        const std::pair key{knowledge::label_of(rest), one.variant};
        if (!levels.contains(key)) order.push_back(key);
        levels[key].push_back(level_of(*knowledge::to_number(at->second), one));
    }
    std::vector<Growth> all;
    for (const auto& key : order) {
        auto& mine = levels[key];
        std::ranges::sort(mine, {}, &search::MeasuredLevel::at);
        if (mine.size() < 3) continue;
        if (const auto scaling = scaling_of(mine))
            all.push_back({key.first, key.second, over, *scaling});
    }
    return all;
}

std::vector<Place> places_of(const std::vector<Series>& series,
                             std::optional<search::Direction> direction) {
    std::vector<std::pair<std::string, std::vector<const Series*>>> groups;
    for (const auto& one : series) {
        if (!is_single(one)) return {};
        const auto label = knowledge::label_of(one);
        auto found = std::ranges::find(groups, label, &decltype(groups)::value_type::first);
        if (found == groups.end()) found = groups.insert(groups.end(), {label, {}});
        found->second.push_back(&one);
    }
    std::vector<Place> places;
    for (const auto& [label, members] : groups) {
        const bool less = direction_of(*members[0], direction) == search::Direction::minimize;
        const auto goodness = [less](const Series* s) {
            return less ? -s->values[0] : s->values[0];
        };
        const auto* best = *std::ranges::max_element(members, {}, goodness);
        Place place{label, {best->variant}};
        for (const auto* other : members) {
            const double high = std::max(best->values[0], other->values[0]);
            const double low = std::min(best->values[0], other->values[0]);
            if (other != best && low > 0 && high / low <= 1 + single_run_noise)
                place.best.push_back(other->variant);
        }
        if (members.size() > 1) places.push_back(std::move(place));
    }
    if (places.size() == 1 && places[0].phase.empty()) return {};  // says no more than the values
    return places;
}

std::vector<std::string> first_everywhere(const std::vector<Place>& places) {
    if (places.size() < 2) return {};
    std::vector<std::string> all = places.front().best;
    std::erase_if(all, [&places](const std::string& variant) {
        return std::ranges::any_of(places, [&variant](const Place& place) {
            return std::ranges::find(place.best, variant) == place.best.end();
        });
    });
    return all;
}

}  // namespace fstune::tuner
