// The difference of two medians, with an interval by drawing again from the values.
//
// Threads: safe. Deterministic: the draws have a fixed seed, so that the same numbers always give
// the same interval.
// Source: Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics 7 (1979);
// percentile interval.
#pragma once

#include <vector>

#include "search/statistics/student.h"

namespace fstune::search {

struct MedianTest {
    double difference = 0;  // b - a
    Interval interval = {};
};

// Both sides hold at least one value.
MedianTest compare_medians(const std::vector<double>& a, const std::vector<double>& b,
                           double confidence);

}  // namespace fstune::search
