// Runs one strategy on one surface once, and sums up many such runs.
//
// Units: shares as fractions, times in milliseconds.
#pragma once

#include <string>
#include <vector>

#include "tests/bench/search/replay.h"

namespace fstune::bench {

struct RunResult {
    std::vector<double> regret;             // of the configuration ranked first, after each probe
    std::vector<double> ask_ms;             // ask and tell together
    std::vector<std::size_t> ranked_first;  // cell, after each probe
    std::size_t recommended = 0;            // the last of them
    bool unstable = false;                  // the recommended cell's recorded range is over 30 %
    bool infeasible_twice = false;

    // Probes until regret stays within `share`; the budget if it never does.
    std::int64_t probes_to(double share) const;
};

RunResult run_once(const Surface& surface, const std::string& strategy,
                   const Conditions& conditions);

std::vector<RunResult> run_many(const Surface& surface, const std::string& strategy,
                                Conditions conditions, std::uint64_t first_seed, int seeds);

// The first `budget` probes of the runs: for strategies that do not look at their budget.
std::vector<RunResult> cut(const Surface& surface, std::vector<RunResult> runs,
                           std::int64_t budget);

double quantile(std::vector<double> values, double share);
double median_regret(const std::vector<RunResult>& runs);
double median_probes_to(const std::vector<RunResult>& runs, double share);
double share_within(const std::vector<RunResult>& runs, double share);

}  // namespace fstune::bench
