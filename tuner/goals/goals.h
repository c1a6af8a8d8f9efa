// What a user can want to be better: a workload, the metric of it that counts, and which way is
// better. The table is here; how each workload is done is in probes/workloads.
//
// Errors: usage, for a name that is not in the table.
// Threads: safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "knowledge/error.h"
#include "search/strategy.h"

namespace fstune::tuner {

struct Goal {
    std::string name;      // as typed after --goal
    std::string workload;  // its name in probes/workloads
    std::string metric;    // "throughput"
    std::string unit;      // "MB/s"
    search::Direction direction = search::Direction::maximize;
    std::string summary;  // one line for people
    // Measured beside the workload's own metric; the raw device has no such thing.
    bool beside = false;
    // Of several goals (several_goals.h): each of them, and its part of the whole, which is 1.
    std::vector<Goal> parts = {};
    double weight = 1;
};

const std::vector<Goal>& goals();
Result<Goal> find_goal(std::string_view name);

}  // namespace fstune::tuner
