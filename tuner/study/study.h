// One study, from its first trial to what it concludes: calibrate, ceiling, search, confirm,
// simplify; with several goals, weigh. The same whether it is new or goes on from its store.
//
// Errors: interrupted; those of the store and the runner; usage for a strategy that cannot search
// this space.
// Threads: one at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "search/space.h"
#include "tuner/goals/goals.h"
#include "tuner/goals/guards.h"
#include "tuner/report/conclusion.h"
#include "tuner/study/trial_loop.h"

namespace fstune::tuner {

struct StudyPlan {
    Goal goal;
    search::Space space;
    std::vector<knowledge::LeftOut> left_out;
    std::vector<knowledge::Configuration> starting_points;
    BudgetLimits budget;
    std::string strategy = "auto";
    double min_gain = 0.02;
    double confidence = 0.95;
    std::uint64_t seed = 1;
    std::vector<Guard> guards = {};
    std::vector<std::string> warnings = {};  // of what is known beforehand; said first
};

// A goal's workload on the raw device, in the goal's unit; nothing where it has no meaning. Of
// several goals it is called for each.
using MeasureCeiling =
    std::function<Result<std::optional<double>>(const Goal&, std::chrono::nanoseconds)>;

Result<Conclusion> run_study(const StudyPlan& plan, const LoopSeams& seams,
                             const MeasureCeiling& measure_ceiling);

}  // namespace fstune::tuner
