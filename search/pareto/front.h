// Which configurations no other beats, where there are several goals: a choice among them gives up
// something whichever way. What cannot be told apart is a tie and listed as one.
//
// Units: log ratios, natural, turned so that higher is better.
// Threads: safe.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "knowledge/configuration.h"

namespace fstune::search {

// Of one configuration to another in the blocks that measured both, for the goal of this number.
using GoalRatios = std::function<std::vector<double>(
    const knowledge::Configuration&, const knowledge::Configuration&, std::size_t goal)>;

struct FrontRules {
    std::size_t goals = 2;
    double confidence = 0.95;
    double min_gain = 0.02;  // less is no difference, however sure
};

struct FrontMember {
    knowledge::Configuration configuration;
    std::vector<knowledge::Configuration> ties;  // with it, in every goal
};

// The first contestant is the recommendation: a member whatever was measured, and the first. One
// configuration is beaten by another that is clearly better in a goal and clearly worse in none.
// What is not beaten is a member where it is better than the recommendation in some goal; the chance
// that any is there by luck is at most 1 - confidence. Of a tie the member is the one with the
// fewest changes.
std::vector<FrontMember> front_of(const std::vector<knowledge::Configuration>& contestants,
                                  const GoalRatios& ratios, const FrontRules& rules);

}  // namespace fstune::search
