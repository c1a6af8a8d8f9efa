// The workloads of several goals, one after the other on the filesystem of one trial. Its value is
// their score; each goal's value and course, and each workload's metrics under its name ("db
// extents_per_file"), are beside it.
//
// Each removes its files, and what that leaves to be written is written before the next begins, so
// that no goal pays for another. The probe's length is shared out evenly.
// Errors and threads: as Workload; failed too, where a goal has no positive value.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "probes/workloads/workload.h"
#include "tuner/goals/goals.h"

namespace fstune::tuner {

class SeveralGoalsWorkload : public probes::Workload {
  public:
    // Goals of the same workload share its run.
    struct Step {
        std::unique_ptr<probes::Workload> workload;
        std::vector<Goal> goals;
    };

    SeveralGoalsWorkload(Goal goal, std::vector<Step> steps)
        : goal_(std::move(goal)), steps_(std::move(steps)) {}
    std::string name() const override { return goal_.workload; }
    std::string summary() const override { return goal_.summary; }
    probes::Metric metric() const override { return {goal_.metric, goal_.unit, true}; }
    std::optional<std::string> unsuitable(const probes::WorkloadPlace& place) const override;
    Result<probes::WorkloadResult> run(const probes::WorkloadPlace& place,
                                       const probes::WorkloadSettings& settings) override;

  private:
    Goal goal_;
    std::vector<Step> steps_;
};

}  // namespace fstune::tuner
