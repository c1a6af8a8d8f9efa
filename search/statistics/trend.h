// A straight line through values in the order they were measured, each group with its own height.
//
// Units: `slope` is a share of the value from one place to the next; values must be positive.
// Threads: safe.
#pragma once

#include <vector>

namespace fstune::search {

struct Trend {
    double slope = 0;
    double p = 1;  // of no trend, two-sided
};

Trend trend_of(const std::vector<std::vector<double>>& groups);

}  // namespace fstune::search
