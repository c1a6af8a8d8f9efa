#include "search/statistics/compare_sides.h"

#include <algorithm>
#include <cmath>

namespace fstune::search {

namespace {

// Numbers that could not have shown this much have shown nothing.
constexpr double undecidable_percent = 25;

bool all_positive(const std::vector<double>& values) {
    return std::ranges::all_of(values, [](double value) { return value > 0; });
}

Method chosen(const Sides& sides, Method method) {
    if (method != Method::automatic) return method;
    if (sides.pairs_a.size() >= least_values) return Method::paired;
    return sides.values_a.empty() || sides.values_b.empty() ? Method::student : Method::welch;
}

Interval scaled(const Interval& interval, double by) {
    return {interval.low * by, interval.high * by};
}

// Ratios where that has a meaning: what a block changes, it changes for both sides by a share.
void compare_pairs(const Sides& sides, double confidence, SidesCompared& result) {
    result.pairs = sides.pairs_a.size();
    const bool ratios = all_positive(sides.pairs_a) && all_positive(sides.pairs_b);
    std::vector<double> differences, log_ratios;
    for (std::size_t i = 0; i < result.pairs; ++i) {
        differences.push_back(sides.pairs_b[i] - sides.pairs_a[i]);
        if (ratios) log_ratios.push_back(std::log(sides.pairs_b[i] / sides.pairs_a[i]));
    }
    result.difference = sample_of(differences).mean;
    result.percent.reset();
    const auto log_test = one_sample(sample_of(log_ratios), confidence);
    if (ratios && result.pairs > 0) result.percent = 100 * std::expm1(log_test.difference);
    if (result.pairs < least_values) return;
    auto main = one_sample(sample_of(differences), confidence);
    if (ratios) {
        main.p = log_test.p;
        result.percent_interval = Interval{100 * std::expm1(log_test.interval.low),
                                           100 * std::expm1(log_test.interval.high)};
        result.smallest_visible_percent =
            100 * std::expm1(smallest_visible(log_test.error, log_test.degrees, 1 - confidence));
    }
    result.main = main;
}

void compare_means(const Sides& sides, double confidence, SidesCompared& result) {
    if (sides.a.n < least_values || sides.b.n < least_values) return;
    result.student = student(sides.a, sides.b, confidence);
    result.welch = welch(sides.a, sides.b, confidence);
    result.pooled_deviation = pooled_deviation(sides.a, sides.b);
    if (!sides.values_a.empty() && !sides.values_b.empty())
        result.medians = compare_medians(sides.values_a, sides.values_b, confidence);
    if (result.method == Method::paired) return;
    result.main = result.method == Method::student ? result.student : result.welch;
    if (sides.a.mean > 0)
        result.percent_interval = scaled(result.main->interval, 100 / sides.a.mean);
}

}  // namespace

SidesCompared compare_sides(const Sides& sides, Method method, double confidence) {
    SidesCompared result{.a = sides.a, .b = sides.b, .method = chosen(sides, method)};
    result.difference = sides.b.mean - sides.a.mean;
    if (sides.a.mean > 0) result.percent = 100 * result.difference / sides.a.mean;
    compare_means(sides, confidence, result);
    if (result.method == Method::paired) compare_pairs(sides, confidence, result);
    if (!result.main) return result;
    result.smallest_visible =
        smallest_visible(result.main->error, result.main->degrees, 1 - confidence);
    if (!result.smallest_visible_percent && sides.a.mean > 0)
        result.smallest_visible_percent = 100 * *result.smallest_visible / sides.a.mean;
    return result;
}

Difference judge(const SidesCompared& compared, double p, double alpha, Direction direction) {
    if (!compared.main || std::isnan(p)) return Difference::inconclusive;
    const bool blind = compared.smallest_visible_percent.value_or(0) > undecidable_percent;
    if (p > alpha) return blind ? Difference::inconclusive : Difference::no_difference;
    const bool up = compared.percent ? *compared.percent > 0 : compared.difference > 0;
    return up == (direction == Direction::maximize) ? Difference::better : Difference::worse;
}

}  // namespace fstune::search
