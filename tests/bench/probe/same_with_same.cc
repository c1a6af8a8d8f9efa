#include "tests/bench/probe/same_with_same.h"

#include <cmath>

#include "search/statistics/sample.h"
#include "search/statistics/student.h"

namespace fstune::bench {

namespace {

constexpr double confidence = 0.95;

bool different(const std::vector<double>& log_ratios) {
    return search::one_sample(search::sample_of(log_ratios), confidence).p < 1 - confidence;
}

// Bit i of `signs`: in block i, A and B change their names.
bool different(const std::vector<double>& log_ratios, unsigned signs) {
    std::vector<double> turned = log_ratios;
    for (std::size_t i = 0; i < turned.size(); ++i)
        if (((signs >> i) & 1U) != 0) turned[i] = -turned[i];
    return different(turned);
}

}  // namespace

SameWithSame judge(const std::vector<std::pair<double, double>>& blocks) {
    std::vector<double> all, log_ratios;
    for (const auto& [a, b] : blocks) {
        all.insert(all.end(), {a, b});
        log_ratios.push_back(std::log(b / a));
    }
    const auto sample = search::sample_of(all);
    SameWithSame result;
    result.variation = sample.deviation / sample.mean;
    result.within_blocks = search::sample_of(log_ratios).deviation / std::sqrt(2.0);
    result.called_different = different(log_ratios);
    const unsigned ways = 1U << blocks.size();
    unsigned wrong = 0;
    for (unsigned signs = 0; signs < ways; ++signs) wrong += different(log_ratios, signs) ? 1 : 0;
    result.false_rate = static_cast<double>(wrong) / ways;
    return result;
}

}  // namespace fstune::bench
