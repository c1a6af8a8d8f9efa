// Where a machine changed its speed at once, from trials of several contestants in blocks: a
// neighbour that starts, a processor that clocks down. A ratio within the block in which it
// happened compares two machines. Told from an unstable contestant by all that came shortly before
// being below, or above, all that came shortly after; from a drift by the gap between them.
//
// Units: logarithms of what was measured.
// Threads: safe.
// Source: contestants' effects by median polish: Tukey, Exploratory Data Analysis, 1977, ch. 11.
#pragma once

#include <cstddef>
#include <vector>

namespace fstune::search {

struct TimedValue {
    std::size_t block = 0, contestant = 0;  // numbered from 0
    double log_value = 0;
};

// The blocks with a step between two of their trials. `values` in the order they were measured.
std::vector<std::size_t> stepped_blocks(const std::vector<TimedValue>& values);

}  // namespace fstune::search
