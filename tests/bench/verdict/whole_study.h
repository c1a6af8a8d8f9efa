// A whole study without a machine: calibrate, search, confirm, simplify, with the budget shared as
// fstune shares it, on a landscape whose true values are known.
#pragma once

#include <functional>
#include <string>

#include "search/simplification/simplification.h"
#include "search/space.h"

namespace fstune::bench {

struct Landscape {
    search::Space space{{}, {}};
    search::Direction direction = search::Direction::maximize;
    std::function<knowledge::Trial(const search::Question&)> run;
    std::function<double(const knowledge::Configuration&)> truth;
};

struct StudyOutcome {
    search::Verdict verdict;
    bool simplified = false;
    knowledge::Configuration recommended;  // at the end
    search::Gain claimed;                  // over the best default; where recommended
    double true_gain = 0;                  // of the recommended, over the best default
    std::int64_t trials = 0;

    bool claims() const { return verdict.decision == search::Decision::recommend; }
};

StudyOutcome run_whole_study(const Landscape& landscape, const std::string& strategy,
                             std::int64_t budget, std::uint64_t seed);

}  // namespace fstune::bench
