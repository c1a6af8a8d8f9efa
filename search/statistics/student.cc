#include "search/statistics/student.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

namespace fstune::search {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double power = 0.8;

MeanTest test(double difference, double error, double degrees, double confidence) {
    MeanTest result{.difference = difference, .error = error, .degrees = degrees};
    result.interval = {-infinite, infinite};
    if (!(degrees > 0) || !std::isfinite(difference) || !std::isfinite(error)) return result;
    if (error > 0) result.p = 2 * t_above(std::abs(difference) / error, degrees);
    // Nothing varies at all: a difference is then as sure as the numbers are.
    if (error == 0) result.p = difference == 0 ? 1 : 0;
    const double reach = t_quantile((1 + confidence) / 2, degrees) * error;
    result.interval = {difference - reach, difference + reach};
    return result;
}

// As printed tables and ministat(1) have it, so that intervals agree with published ones.
double tabled(double t) { return std::round(t * 1000) / 1000; }

double square(double value) { return value * value; }

}  // namespace

double t_quantile(double probability, double degrees) {
    return boost::math::quantile(boost::math::students_t(degrees), probability);
}

double t_above(double t, double degrees) {
    if (!std::isfinite(t)) return t > 0 ? 0 : 1;
    return boost::math::cdf(boost::math::complement(boost::math::students_t(degrees), t));
}

MeanTest one_sample(const Sample& differences, double confidence) {
    const auto n = static_cast<double>(differences.n);
    return test(differences.mean, differences.deviation / std::sqrt(n), n - 1, confidence);
}

double pooled_deviation(const Sample& a, const Sample& b) {
    const auto free_a = static_cast<double>(a.n) - 1, free_b = static_cast<double>(b.n) - 1;
    return std::sqrt((free_a * square(a.deviation) + free_b * square(b.deviation)) /
                     (free_a + free_b));
}

MeanTest student(const Sample& a, const Sample& b, double confidence) {
    const auto n_a = static_cast<double>(a.n), n_b = static_cast<double>(b.n);
    const double error = pooled_deviation(a, b) * std::sqrt(1 / n_a + 1 / n_b);
    auto result = test(b.mean - a.mean, error, n_a + n_b - 2, confidence);
    if (!std::isfinite(result.interval.low)) return result;
    const double reach = tabled(t_quantile((1 + confidence) / 2, result.degrees)) * error;
    result.interval = {result.difference - reach, result.difference + reach};
    return result;
}

MeanTest welch(const Sample& a, const Sample& b, double confidence) {
    const auto n_a = static_cast<double>(a.n), n_b = static_cast<double>(b.n);
    const double part_a = square(a.deviation) / n_a, part_b = square(b.deviation) / n_b;
    const double sum = part_a + part_b;
    const double degrees =
        sum > 0 ? square(sum) / (square(part_a) / (n_a - 1) + square(part_b) / (n_b - 1))
                : n_a + n_b - 2;
    return test(b.mean - a.mean, std::sqrt(sum), degrees, confidence);
}

std::vector<double> holm(const std::vector<double>& p) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < p.size(); ++i)
        if (!std::isnan(p[i])) order.push_back(i);
    std::ranges::stable_sort(order, {}, [&p](std::size_t i) { return p[i]; });
    std::vector<double> adjusted = p;
    double largest = 0;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        const auto left = static_cast<double>(order.size() - rank);
        largest = std::max(largest, std::min(1.0, left * p[order[rank]]));
        adjusted[order[rank]] = largest;
    }
    return adjusted;
}

double smallest_visible(double error, double degrees, double alpha) {
    if (!(degrees > 0) || !std::isfinite(error)) return infinite;
    return error * (t_quantile(1 - alpha / 2, degrees) + t_quantile(power, degrees));
}

}  // namespace fstune::search
