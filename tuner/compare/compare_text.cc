#include "tuner/compare/compare_text.h"

#include <fmt/format.h>

#include <cmath>

namespace fstune::tuner {

namespace {

constexpr double worth_a_factor = 2;  // from here on "times" says more than percent

std::string interval_text(const search::Interval& interval, const char* unit) {
    return fmt::format("{:.6g} to {:.6g}{}", interval.low, interval.high, unit);
}

std::string test_text(const Comparison& one, double confidence) {
    const auto& sides = one.sides;
    std::string text = fmt::format("    difference {:.6g} ± {:.6g}", sides.difference,
                                   sides.main->interval.high - sides.main->difference);
    if (sides.percent && sides.percent_interval)
        text += fmt::format(", {:+.4g} % ({})", *sides.percent,
                            interval_text(*sides.percent_interval, " %"));
    text += fmt::format(" at {:g} %\n", 100 * confidence);
    text += fmt::format("    {}: p {:.3g}, corrected for all comparisons {:.3g}",
                        to_text(sides.method), one.p, one.p_adjusted);
    if (sides.pooled_deviation) text += fmt::format("; pooled s {:.6g}", *sides.pooled_deviation);
    text += '\n';
    if (sides.medians)
        text += fmt::format("    medians: {:.6g} ({})\n", sides.medians->difference,
                            interval_text(sides.medians->interval, ""));
    if (one.verdict == search::Difference::no_difference && sides.smallest_visible_percent)
        text += fmt::format("    a difference of {:.2g} % would have been seen\n",
                            *sides.smallest_visible_percent);
    return text;
}

std::string comparison_text(const Comparison& one, double confidence) {
    const auto& sides = one.sides;
    std::string text =
        fmt::format("{}{}{} against {}: {}\n", one.phase, one.phase.empty() ? "" : ": ",
                    one.variant, one.baseline, to_text(one.verdict));
    text += fmt::format("    {:.6g} (n {}) -> {:.6g} (n {})", sides.a.mean, sides.a.n, sides.b.mean,
                        sides.b.n);
    if (!one.metric.empty()) text += " " + one.metric;
    if (sides.a.mean > 0 && sides.b.mean > 0)
        text += ": " + change_text(sides.a.mean, sides.b.mean, one.direction);
    text += '\n';
    if (sides.main) text += test_text(one, confidence);
    for (const auto& warning : one.warnings) text += "    warning: " + warning + "\n";
    return text;
}

std::string growth_text(const Growth& one) {
    return fmt::format(
        "{}{}{}: stops growing at {} {:g}{}\n", one.phase, one.phase.empty() ? "" : ", ",
        one.variant, one.over, one.scaling.stops_at,
        one.scaling.falls ? fmt::format("; falls from {:g} on", one.scaling.peak_at) : "");
}

std::string stretch_text(const Stretch& one) {
    return fmt::format("{}{}{}: {} {}{}: {:+.1f} %\n", one.phase, one.phase.empty() ? "" : ", ",
                       one.variant, one.over, one.from, one.from == one.to ? "" : " to " + one.to,
                       one.percent);
}

std::string place_text(const Place& place) {
    return fmt::format("{}: {} {}\n", place.phase,
                       place.best.size() > 1 ? "tie:" : "best:", fmt::join(place.best, ", "));
}

}  // namespace

std::string change_text(double a, double b, search::Direction direction) {
    const double percent = 100 * (b - a) / a;
    const bool slower = (b < a) == (direction == search::Direction::maximize);
    const double factor = b > a ? b / a : a / b;
    std::string text = fmt::format("{:+.1f} %", percent);
    if (factor >= worth_a_factor)
        text += fmt::format(", or {:.1f} times {}", factor, slower ? "slower" : "faster");
    return text;
}

std::string compare_text(const CompareReport& report) {
    std::string text;
    for (const auto& one : report.comparisons) text += comparison_text(one, report.confidence);
    for (const auto& one : report.stretches) text += stretch_text(one);
    for (const auto& one : report.growth) text += growth_text(one);
    for (const auto& one : report.places) text += place_text(one);
    if (!report.first_everywhere.empty())
        text +=
            fmt::format("best or tied everywhere: {}\n", fmt::join(report.first_everywhere, ", "));
    for (const auto& warning : report.warnings) text += "warning: " + warning + "\n";
    return text + "verdict: " + report.verdict + "\n";
}

}  // namespace fstune::tuner
