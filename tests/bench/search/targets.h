// The figures that strategy "auto" has to reach, each measured and printed against its target.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/bench/search/judge.h"

namespace fstune::bench {

// Runs by surface, strategy and budget.
using Results =
    std::map<std::string, std::map<std::string, std::map<std::int64_t, std::vector<RunResult>>>>;

struct Figure {
    std::string what;
    double value = 0;
    double target = 0;
    bool at_most = true;  // otherwise at least
    std::string unit;

    bool holds() const { return at_most ? value <= target : value >= target; }
};

// From runs that were made already.
std::vector<Figure> recorded_figures(const Results& results, const std::vector<std::string>& peers);
// Makes its own runs: drift, planted gains, infeasible share.
std::vector<Figure> condition_figures(const std::vector<Surface>& surfaces,
                                      std::uint64_t first_seed, int seeds);
// Time of ask and tell after 500 and 5,000 trials.
std::vector<Figure> time_figures();

}  // namespace fstune::bench
