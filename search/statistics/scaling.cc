#include "search/statistics/scaling.h"

#include <algorithm>
#include <cmath>

#include "search/statistics/compare_sides.h"
#include "search/statistics/student.h"

namespace fstune::search {

std::optional<Scaling> scaling_of(const std::vector<Level>& levels, double tolerance) {
    if (levels.size() < 2) return std::nullopt;
    const auto peak = std::ranges::max_element(levels, {}, &Level::value);
    const auto stop = std::ranges::find_if(
        levels, [&](const Level& level) { return level.value * (1 + tolerance) >= peak->value; });
    const bool last = peak + 1 == levels.end();
    return Scaling{.stops_at = stop->at, .falls = !last, .peak_at = peak->at};
}

namespace {

// Numbers that could not have shown this much have shown nothing (as in compare_sides).
constexpr double undecidable = 0.25;

// Of logarithms, without them: for summaries. Good where the deviation is small against the mean.
Sample log_sample(const Sample& sample) {
    return {sample.n, std::log(sample.mean), sample.deviation / sample.mean};
}

// log(b / a).
MeanTest ratio(const MeasuredLevel& a, const MeasuredLevel& b, double confidence) {
    if (a.values.empty() || a.values.size() != b.values.size())
        return welch(log_sample(a.sample), log_sample(b.sample), confidence);
    std::vector<double> logs;
    for (std::size_t i = 0; i < a.values.size(); ++i)
        logs.push_back(std::log(b.values[i] / a.values[i]));
    return one_sample(sample_of(logs), confidence);
}

struct Beyond {
    bool grows = false;
    double smallest_visible = 0;  // a share
};

// What the levels after `at` are against it.
Beyond beyond(const std::vector<MeasuredLevel>& levels, std::size_t at, double confidence,
              double min_gain) {
    std::vector<MeanTest> tests;
    std::vector<double> p;
    for (std::size_t later = at + 1; later < levels.size(); ++later) {
        tests.push_back(ratio(levels[at], levels[later], confidence));
        p.push_back(tests.back().p);
    }
    const auto adjusted = holm(p);
    Beyond result;
    for (std::size_t i = 0; i < tests.size(); ++i) {
        const bool higher = tests[i].difference >= std::log1p(min_gain);
        result.grows |= higher && adjusted[i] <= 1 - confidence;
        const auto visible = smallest_visible(tests[i].error, tests[i].degrees,
                                              (1 - confidence) / static_cast<double>(p.size()));
        result.smallest_visible = std::max(result.smallest_visible, std::expm1(visible));
    }
    return result;
}

bool is_measurable(const MeasuredLevel& level) {
    return level.sample.n >= least_values && level.sample.mean > 0 &&
           std::ranges::all_of(level.values, [](double value) { return value > 0; });
}

}  // namespace

std::optional<MeasuredScaling> scaling_of(const std::vector<MeasuredLevel>& levels,
                                          double confidence, double min_gain) {
    if (levels.size() < 2 || !std::ranges::all_of(levels, is_measurable)) return std::nullopt;
    const auto mean = [](const MeasuredLevel& level) { return level.sample.mean; };
    const auto peak = std::ranges::max_element(levels, {}, mean);
    MeasuredScaling result{.peak_at = peak->at};
    if (peak + 1 != levels.end()) {
        const auto last = ratio(*peak, levels.back(), confidence);
        result.falls = last.difference < 0 && last.p <= 1 - confidence;
    }
    for (std::size_t at = 0; at < levels.size(); ++at) {
        const auto later = beyond(levels, at, confidence, min_gain);
        if (later.grows) continue;
        result.smallest_visible = later.smallest_visible;
        if (later.smallest_visible <= undecidable) result.stops_at = levels[at].at;
        break;
    }
    return result;
}

}  // namespace fstune::search
