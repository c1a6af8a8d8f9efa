// How a benchmark of the same against the same is judged: blocks of two trials of the defaults.
// Units: shares. Threads: safe.
#pragma once

#include <utility>
#include <vector>

namespace fstune::bench {

struct SameWithSame {
    double variation = 0;           // coefficient of variation of all trials
    double within_blocks = 0;       // of the ratios in the blocks: what comparisons really see
    bool called_different = false;  // by the paired test at 95 %, as the trials came
    double false_rate = 0;  // of that test over every way to call one of each block's two trials A
};

SameWithSame judge(const std::vector<std::pair<double, double>>& blocks);

}  // namespace fstune::bench
