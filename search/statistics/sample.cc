#include "search/statistics/sample.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace fstune::search {

namespace {
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
}

Sample sample_of(const std::vector<double>& values) {
    Sample sample{.n = values.size(), .mean = unknown, .deviation = unknown};
    if (values.empty()) return sample;
    const auto n = static_cast<double>(values.size());
    sample.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    if (values.size() < 2) return sample;
    double squares = 0;
    for (const double value : values) squares += (value - sample.mean) * (value - sample.mean);
    sample.deviation = std::sqrt(squares / (n - 1));
    return sample;
}

double median(std::vector<double> values) {
    if (values.empty()) return unknown;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double relative_range(const std::vector<double>& values) {
    if (values.empty()) return unknown;
    const auto [low, high] = std::ranges::minmax(values);
    return (high - low) / std::abs(sample_of(values).mean);
}

std::vector<double> logs(const std::vector<double>& values) {
    std::vector<double> result(values.size());
    std::ranges::transform(values, result.begin(), [](double value) { return std::log(value); });
    return result;
}

}  // namespace fstune::search
