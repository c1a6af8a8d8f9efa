#include "probes/meters/steady_state.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fstune::probes {

namespace {

constexpr double widest_range = 0.2, steepest = 0.1;  // shares of the mean
constexpr std::size_t fewest = 5;

// Rise of the least-squares line from the first sample to the last.
double rise(std::span<const double> samples, double mean) {
    const auto n = static_cast<double>(samples.size());
    double along = 0, across = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double x = static_cast<double>(i) - (n - 1) / 2;
        along += x * x;
        across += x * (samples[i] - mean);
    }
    return across / along * (n - 1);
}

}  // namespace

bool is_steady(std::span<const double> samples) {
    if (samples.size() < fewest) return false;
    const double mean =
        std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
    const auto [low, high] = std::ranges::minmax(samples);
    return mean > 0 && high - low <= widest_range * mean &&
           std::abs(rise(samples, mean)) <= steepest * mean;
}

std::optional<std::size_t> steady_from(std::span<const double> samples) {
    for (std::size_t from = 0; from <= samples.size() / 2; ++from)
        if (is_steady(samples.subspan(from))) return from;
    return std::nullopt;
}

}  // namespace fstune::probes
