// A condition on what may be recommended: `--guard write-amplification<=+10%` allows at most a
// tenth more than the control has. A guard is a metric that is measured beside the goal, or another
// workload, which then runs after the goal's in the trials that make the verdict.
//
// Units: the limit is a share of the control: +0.10, -0.05.
// Errors: usage, naming the guard.
// Threads: safe.
#pragma once

#include <string>
#include <vector>

#include "knowledge/error.h"

namespace fstune::tuner {

struct Guard {
    std::string name;      // "write-amplification", "rand-write"
    std::string metric;    // its name among a measurement's metrics
    std::string workload;  // that has to run for it; empty: measured beside the goal
    bool at_most = true;   // "<=", else ">="
    double limit = 0;

    bool allows(double change) const { return at_most ? change <= limit : change >= limit; }
};

struct SideMetric {
    std::string name;    // as typed: "fragmentation"
    std::string metric;  // "extents_per_file"
};
// Those that workloads are measured by beside their own metric.
const std::vector<SideMetric>& side_metrics();
// "guard rand-write": where a guard's workload puts its result.
std::string guard_metric(const std::string& workload);

Result<Guard> parse_guard(const std::string& text);
std::string to_text(const Guard& guard);  // as it is typed

// Guards that no change can keep: two that exclude each other, or one that forbids what is searched
// for, which is a gain of at least `min_gain` for the goal. Errors: usage.
Result<void> possible_together(const std::vector<Guard>& guards, const std::string& goal,
                               double min_gain);

}  // namespace fstune::tuner
