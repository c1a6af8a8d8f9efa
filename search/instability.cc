#include "search/instability.h"

#include <algorithm>
#include <cmath>

namespace fstune::search {
namespace {

// Before anything is measured: few configurations, as recorded surfaces show.
constexpr double expected_share = 0.05;
constexpr double weight_of_share = 6;
constexpr double weight_of_factor = 1.0;
constexpr double most_likely = 0.9;
constexpr double slow_share = 0.5;  // of an unstable configuration's measurements
constexpr int rounds = 4;

}  // namespace

double Instability::escapes(int measurements) {
    return std::pow(1 - slow_share, std::max(measurements, 0));
}

double Instability::after(double chance, int more) {
    const double still = chance * escapes(more);
    return still / (still + 1 - chance);
}

// As in noise.cc: one coordinate after the other, seen over expected. A configuration that agreed
// twice has shown half of what an unstable one would have shown for certain.
Instability::Instability(const std::vector<Case>& cases) {
    double seen = expected_share * weight_of_share, shown = weight_of_share;
    for (const Case& c : cases) {
        seen += c.unstable ? 1 : 0;
        shown += c.unstable ? 1 : 1 - escapes(c.measurements - 1);
    }
    base_ = seen / shown;
    if (cases.empty()) return;
    factors_.assign(cases.front().point.size(), {});
    for (int round = 0; round < rounds; ++round)
        for (std::size_t d = 0; d < factors_.size(); ++d) {
            struct Sum {
                double at, seen, expected;
            };
            std::vector<Sum> sums;
            factors_[d].clear();
            for (const Case& c : cases) {
                auto found = std::ranges::find(sums, c.point[d], &Sum::at);
                if (found == sums.end()) found = sums.insert(sums.end(), {c.point[d], 0, 0});
                found->seen += c.unstable ? 1 : 0;
                found->expected +=
                    prior(c.point) * (c.unstable ? 1 : 1 - escapes(c.measurements - 1));
            }
            for (const Sum& sum : sums)
                factors_[d].emplace_back(sum.at, std::log((sum.seen + weight_of_factor) /
                                                          (sum.expected + weight_of_factor)));
        }
}

double Instability::prior(const std::vector<double>& point) const {
    double logarithm = std::log(base_);
    for (std::size_t d = 0; d < factors_.size(); ++d)
        for (const auto& [at, factor] : factors_[d])
            if (at == point[d]) logarithm += factor;
    return std::min(most_likely, std::exp(logarithm));
}

double Instability::chance(const std::vector<double>& point, int agreeing) const {
    return after(prior(point), agreeing - 1);
}

}  // namespace fstune::search
