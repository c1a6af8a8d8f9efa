#include "tuner/compare/pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "search/statistics/trend.h"

namespace fstune::tuner {

using knowledge::Series;

namespace {

constexpr double drift_alpha = 0.01;
constexpr std::array<std::string_view, 12> baseline_names = {
    "baseline", "base", "before", "control",  "default", "defaults",
    "vanilla",  "old",  "stock",  "original", "main",    "master"};

bool is_baseline_name(const std::string& name) {
    return name.starts_with("no ") || name.ends_with(" defaults") ||
           std::ranges::any_of(baseline_names, [&name](std::string_view known) {
               return name == known || name.starts_with(std::string(known) + " ") ||
                      name.starts_with(std::string(known) + ".");
           });
}

search::Sample sample(const Series& series) {
    if (!series.summary) return search::sample_of(series.values);
    return {series.summary->n, series.summary->mean, series.summary->deviation};
}

std::map<std::string, double> by_block(const Series& series) {
    std::map<std::string, std::pair<double, int>> sums;
    for (std::size_t i = 0; i < series.blocks.size(); ++i) {
        auto& [sum, count] = sums[series.blocks[i]];
        sum += series.values[i];
        ++count;
    }
    std::map<std::string, double> means;
    for (const auto& [block, sum] : sums) means[block] = sum.first / sum.second;
    return means;
}

bool all_positive(const std::vector<double>& values) {
    return std::ranges::all_of(values, [](double value) { return value > 0; });
}

}  // namespace

std::vector<std::string> variants_of(const std::vector<Series>& series) {
    std::vector<std::string> all;
    for (const auto& one : series)
        if (std::ranges::find(all, one.variant) == all.end()) all.push_back(one.variant);
    return all;
}

Result<std::string> baseline_of(const std::vector<std::string>& variants,
                                const std::string& asked) {
    if (asked.empty()) {
        const auto named = std::ranges::find_if(variants, is_baseline_name);
        return named == variants.end() ? variants.front() : *named;
    }
    if (std::ranges::find(variants, asked) == variants.end())
        return fail(ErrorCode::usage, fmt::format("there is no variant '{}'; there are: {}", asked,
                                                  fmt::join(variants, ", ")));
    return asked;
}

std::vector<SeriesPair> pairs_of(const std::vector<Series>& series, const std::string& baseline) {
    std::vector<SeriesPair> pairs;
    for (const auto& a : series) {
        if (a.variant != baseline) continue;
        for (const auto& b : series)
            if (b.variant != baseline && b.phase == a.phase && b.conditions == a.conditions)
                pairs.push_back({&a, &b});
    }
    return pairs;
}

search::Sides sides_of(const SeriesPair& pair) {
    search::Sides sides{.a = sample(*pair.a), .b = sample(*pair.b)};
    sides.values_a = pair.a->values;
    sides.values_b = pair.b->values;
    const auto blocks_b = by_block(*pair.b);
    for (const auto& [block, value] : by_block(*pair.a)) {
        const auto found = blocks_b.find(block);
        if (found == blocks_b.end()) continue;
        sides.pairs_a.push_back(value);
        sides.pairs_b.push_back(found->second);
    }
    return sides;
}

bool is_confounded(const SeriesPair& pair) {
    const auto& a = pair.a->order;
    const auto& b = pair.b->order;
    if (a.empty() || b.empty()) return false;
    const auto [first_a, last_a] = std::ranges::minmax(a);
    const auto [first_b, last_b] = std::ranges::minmax(b);
    return last_a < first_b || last_b < first_a;
}

bool drifts(const SeriesPair& pair) {
    if (!pair.a->order.empty() || !pair.a->blocks.empty()) return false;
    if (!all_positive(pair.a->values) || !all_positive(pair.b->values)) return false;
    return search::trend_of({pair.a->values, pair.b->values}).p < drift_alpha;
}

}  // namespace fstune::tuner
