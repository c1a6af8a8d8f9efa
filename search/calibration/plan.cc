#include "search/calibration/plan.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "search/statistics/student.h"

namespace fstune::search {

namespace {

constexpr std::size_t most_blocks = 1'000'000;

// The fewest blocks that find `gain`; the smallest gain falls with the number of blocks.
std::size_t blocks_for(double gain, const PlanInput& input) {
    std::size_t low = 2, high = most_blocks;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (smallest_gain(input.noise, middle, input.finalists, input.confidence, input.min_gain) <=
            gain)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

}  // namespace

double smallest_gain(double noise, std::size_t blocks, std::size_t finalists, double confidence,
                     double min_gain) {
    if (blocks < 2) return std::numeric_limits<double>::infinity();
    const auto n = static_cast<double>(blocks);
    const double error = noise * std::sqrt(2 / n);  // of a ratio of two trials
    const double alpha =
        (1 - confidence) / static_cast<double>(std::max<std::size_t>(1, finalists));
    return std::max(min_gain,
                    std::expm1(smallest_visible(error, n - 1, alpha) + std::log1p(min_gain / 2)));
}

Plan plan(const PlanInput& input) {
    Plan result;
    if (!(input.seconds_a_trial > 0)) return result;
    const auto in_block = static_cast<double>(input.finalists + input.controls);
    const double trials = input.budget_seconds / input.seconds_a_trial;
    result.trials = static_cast<std::int64_t>(trials);
    result.confirm_blocks = static_cast<std::int64_t>(trials * input.confirm_share / in_block);
    result.smallest_gain =
        smallest_gain(input.noise, static_cast<std::size_t>(result.confirm_blocks), input.finalists,
                      input.confidence, input.min_gain);
    const auto needed = static_cast<double>(blocks_for(input.min_gain, input));
    result.trials_for_min_gain =
        static_cast<std::int64_t>(std::ceil(needed * in_block / input.confirm_share));
    result.seconds_for_min_gain =
        static_cast<double>(result.trials_for_min_gain) * input.seconds_a_trial;
    return result;
}

}  // namespace fstune::search
