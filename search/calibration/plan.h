// What a budget can show, before the first trial of the search is made.
//
// Units: seconds; gains as shares.
// Threads: safe. Source: docs/statistics.md
#pragma once

#include <cstddef>
#include <cstdint>

namespace fstune::search {

struct PlanInput {
    double noise = 0.05;  // of one trial
    double budget_seconds = 600, seconds_a_trial = 1;
    double confirm_share = 0.25;  // of the budget
    std::size_t finalists = 1, controls = 1;
    double confidence = 0.95, min_gain = 0.02;
};

struct Plan {
    std::int64_t trials = 0;          // that fit in the budget
    std::int64_t confirm_blocks = 0;  // of them, to make the verdict
    double smallest_gain = 0;         // that the verdict would find four times in five
    std::int64_t trials_for_min_gain = 0;
    double seconds_for_min_gain = 0;  // the budget that --min-gain would need
};

Plan plan(const PlanInput& input);

// The smallest gain that `blocks` blocks would find four times in five: the interval has to lie
// above half of `min_gain` (search/verdict/decide.h).
double smallest_gain(double noise, std::size_t blocks, std::size_t finalists, double confidence,
                     double min_gain = 0.02);

}  // namespace fstune::search
