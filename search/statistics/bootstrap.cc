#include "search/statistics/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace fstune::search {

namespace {

constexpr int draws = 2000;

double drawn_median(const std::vector<double>& values, std::mt19937_64& random) {
    std::vector<double> drawn(values.size());
    for (double& value : drawn) value = values[random() % values.size()];
    return median(std::move(drawn));
}

}  // namespace

MedianTest compare_medians(const std::vector<double>& a, const std::vector<double>& b,
                           double confidence) {
    std::mt19937_64 random(20061);  // any fixed one
    std::vector<double> differences(draws);
    for (double& difference : differences)
        difference = drawn_median(b, random) - drawn_median(a, random);
    std::ranges::sort(differences);
    const auto at = [&differences](double share) {
        return differences[static_cast<std::size_t>(std::lround(share * (draws - 1)))];
    };
    return {median(b) - median(a), {at((1 - confidence) / 2), at((1 + confidence) / 2)}};
}

}  // namespace fstune::search
