// What several goals came to, each by itself, and the choices between them.
//
// Units: values in the goal's own; gains are turned so that higher is better.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "search/statistics/compare_sides.h"
#include "search/verdict/verdict.h"

namespace fstune::tuner {

struct Ceiling {
    double value = 0;  // the raw device
    double share = 0;  // of it that the recommendation reaches
};

// One goal, of one configuration against another.
struct GoalResult {
    std::string goal;                       // its name
    double value = 0, other_value = 0;      // means
    double range = 0;                       // relative, of the values
    std::optional<search::Gain> gain = {};  // nothing: it is the other, or they share no block
    double confidence = 0.95;               // of the gain's interval, after Holm
    double p_adjusted = 1;
    search::Difference verdict = search::Difference::inconclusive;
    std::optional<Ceiling> ceiling = {};  // of the recommended alone
};

// A configuration that nothing measured beats in all goals.
struct FrontEntry {
    knowledge::Configuration configuration;
    bool recommended = false;
    std::vector<knowledge::Configuration> ties;  // with it, in every goal
    std::size_t blocks = 0;                      // that it was measured in
    std::vector<GoalResult> goals;               // against the recommended
};

}  // namespace fstune::tuner
