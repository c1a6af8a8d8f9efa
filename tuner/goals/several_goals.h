// Several goals at once: `--goal seq-read=0.7,create=0.3`. What a search makes better is then their
// score: the product of their values, each to the power of its weight (and of -1 where less is
// better). A ratio of two scores is the weighted geometric mean of the goals' ratios, whatever
// their units.
//
// Units: weights are shares of the whole, which is 1.
// Errors: usage, for what is no list of goals with weights.
// Threads: safe.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "tuner/goals/goals.h"

namespace fstune::tuner {

struct GoalShare {
    std::string name;
    double weight = 1;
};

// Of one name alone, the whole. In the order in which their workloads run, whatever was typed: what
// is about the empty filesystem first, then as `fstune goals` lists them.
Result<std::vector<GoalShare>> parse_goals(const std::string& text);

// The real program among them; where there is none, the text as it is.
std::string program_among(const std::string& text);

// What is searched for where there are several, each with its weight.
Goal together(std::vector<Goal> parts);

// "goal seq-read": where a trial has each goal's value among its metrics.
std::string goal_metric(const std::string& goal);

// Of positive values, by goal_metric().
double score(const std::vector<Goal>& parts, const std::map<std::string, double>& metrics);

// How many workloads a trial runs: goals that are measured in one share it.
std::size_t workloads_of(const Goal& goal);

}  // namespace fstune::tuner
