// From blocks of fresh trials to a verdict. A finalist is better than the defaults only if it is
// better than those of every filesystem in the blocks, by at least the smallest gain worth having
// as far as one can see, and by half of it for sure.
//
// Threads: safe. Source: docs/statistics.md
#pragma once

#include "search/blocks/block_table.h"
#include "search/verdict/verdict.h"

namespace fstune::search {

struct VerdictRules {
    double alpha = 0.05;       // of any false claim, over all finalists, at this look
    double min_gain = 0.02;    // the smallest one worth having
    double confidence = 0.95;  // of what is called a tie
    std::vector<knowledge::Configuration> barred = {};  // never recommended, however good
};

Verdict decide(const BlockTable& table, const std::vector<knowledge::Configuration>& finalists,
               const std::vector<knowledge::Configuration>& controls, const VerdictRules& rules);

// Mean of log ratios as a share, with its interval.
Gain gain_of(const std::vector<double>& log_ratios, double confidence);

// The control with the best mean in these blocks; filesystem empty: none was measured.
knowledge::Configuration best_of(const BlockTable& table,
                                 const std::vector<knowledge::Configuration>& controls);

}  // namespace fstune::search
