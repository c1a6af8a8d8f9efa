#include "tuner/compare/compare_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace fstune::tuner {

using Json = nlohmann::ordered_json;

namespace {

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json number(const std::optional<double>& value) { return value ? number(*value) : Json(); }

Json interval(const std::optional<search::Interval>& interval) {
    return interval ? Json::array({number(interval->low), number(interval->high)}) : Json();
}

Json test_json(const std::optional<search::MeanTest>& test) {
    if (!test) return {};
    return {{"p", number(test->p)},
            {"degrees_of_freedom", number(test->degrees)},
            {"ci", interval(test->interval)}};
}

Json medians_json(const std::optional<search::MedianTest>& medians) {
    if (!medians) return {};
    return {{"difference", number(medians->difference)}, {"ci", interval(medians->interval)}};
}

Json comparison_json(const Comparison& one) {
    const auto& sides = one.sides;
    std::optional<search::Interval> main;
    if (sides.main) main = sides.main->interval;
    return {{"phase", one.phase},
            {"baseline", one.baseline},
            {"variant", one.variant},
            {"metric", one.metric},
            {"better", one.direction == search::Direction::maximize ? "higher" : "lower"},
            {"n", {sides.a.n, sides.b.n}},
            {"mean", {number(sides.a.mean), number(sides.b.mean)}},
            {"stddev", {number(sides.a.deviation), number(sides.b.deviation)}},
            {"difference", number(sides.difference)},
            {"ci", interval(main)},
            {"difference_percent", number(sides.percent)},
            {"ci_percent", interval(sides.percent_interval)},
            {"p", number(one.p)},
            {"p_adjusted", number(one.p_adjusted)},
            {"verdict", to_text(one.verdict)},
            {"method", sides.main ? Json(to_text(sides.method)) : Json()},
            {"pairs", sides.pairs},
            {"student", test_json(sides.student)},
            {"welch", test_json(sides.welch)},
            {"pooled_stddev", number(sides.pooled_deviation)},
            {"median", medians_json(sides.medians)},
            {"smallest_visible", number(sides.smallest_visible)},
            {"smallest_visible_percent", number(sides.smallest_visible_percent)},
            {"warnings", one.warnings}};
}

}  // namespace

Json compare_json(const CompareReport& report) {
    Json comparisons = Json::array(), growth = Json::array(), stretches = Json::array(),
         places = Json::array();
    for (const auto& one : report.comparisons) comparisons.push_back(comparison_json(one));
    for (const auto& one : report.growth)
        growth.push_back({{"phase", one.phase},
                          {"variant", one.variant},
                          {"over", one.over},
                          {"stops_at", one.scaling.stops_at},
                          {"peak_at", one.scaling.peak_at},
                          {"falls", one.scaling.falls}});
    for (const auto& one : report.stretches)
        stretches.push_back({{"phase", one.phase},
                             {"variant", one.variant},
                             {"over", one.over},
                             {"from", one.from},
                             {"to", one.to},
                             {"difference_percent", one.percent}});
    for (const auto& one : report.places)
        places.push_back({{"phase", one.phase}, {"best", one.best}, {"tie", one.best.size() > 1}});
    return {{"comparisons", comparisons},
            {"verdict", report.verdict},
            {"confidence", report.confidence},
            {"growth", growth},
            {"stretches", stretches},
            {"places", places},
            {"first_everywhere", report.first_everywhere},
            {"warnings", report.warnings}};
}

}  // namespace fstune::tuner
