#include "search/noise.h"

#include <algorithm>
#include <cmath>

namespace fstune::search {
namespace {

constexpr double deviation_before_repeats = 0.04;
constexpr double degrees_of_prior = 2;
constexpr double degrees_of_expected = 8;  // how much the model weighs against own repeats
constexpr double degrees_of_factor = 8;    // pulls each factor to 1
constexpr int rounds = 3;

}  // namespace

NoiseModel::NoiseModel(const std::vector<Spread>& repeated) { fit(repeated); }

// One coordinate after the other, each value's factor being what its repeats vary more than the
// others' factors explain.
void NoiseModel::fit(const std::vector<Spread>& repeated) {
    double squares = degrees_of_prior * deviation_before_repeats * deviation_before_repeats;
    double degrees = degrees_of_prior;
    for (const Spread& s : repeated) {
        squares += s.squares;
        degrees += s.degrees;
    }
    base_ = squares / degrees;
    if (repeated.empty()) return;
    factors_.assign(repeated.front().point.size(), {});
    for (int round = 0; round < rounds; ++round)
        for (std::size_t d = 0; d < factors_.size(); ++d) {
            auto& table = factors_[d];
            table.clear();
            std::vector<std::pair<double, std::pair<double, double>>> sums;
            for (const Spread& s : repeated) {
                const double explained = expected(s.point);
                auto found = std::ranges::find(sums, s.point[d], [](auto& e) { return e.first; });
                if (found == sums.end()) found = sums.insert(sums.end(), {s.point[d], {0, 0}});
                found->second.first += s.squares / explained;
                found->second.second += s.degrees;
            }
            for (const auto& [at, sum] : sums)
                table.emplace_back(at, std::log((sum.first + degrees_of_factor) /
                                                (sum.second + degrees_of_factor)));
        }
}

double NoiseModel::expected(const std::vector<double>& point) const {
    double logarithm = std::log(base_);
    for (std::size_t d = 0; d < factors_.size(); ++d)
        for (const auto& [at, factor] : factors_[d])
            if (at == point[d]) logarithm += factor;
    return std::exp(logarithm);
}

double NoiseModel::variance(const Spread& own) const {
    return (degrees_of_expected * expected(own.point) + own.squares) /
           (degrees_of_expected + own.degrees);
}

}  // namespace fstune::search
