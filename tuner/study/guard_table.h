// What the guards' metrics were in the trials of one phase, and whether a candidate keeps them.
//
// Units: changes are shares of the control.
// Errors: those of the store.
// Threads: one at a time.
#pragma once

#include <vector>

#include "tuner/report/conclusion.h"
#include "tuner/study/metric_table.h"

namespace fstune::tuner {

class GuardTable {
  public:
    static Result<GuardTable> read(const StudyStore& store, knowledge::Phase phase,
                                   const std::vector<Guard>& guards);

    // Where several workloads measure the metric, the guard is on each: the result is the worst.
    GuardResult judge(const Guard& guard, const knowledge::Configuration& candidate,
                      const knowledge::Configuration& control, double confidence) const;

    bool has(const knowledge::Configuration& candidate) const { return metrics_.has(candidate); }

  private:
    MetricTable metrics_;
};

}  // namespace fstune::tuner
