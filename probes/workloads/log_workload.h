// A database's transactions: each reads pages, changes one, and is committed to a shared log that
// is flushed for whoever waits; now and then a checkpoint puts the changed pages on the device.
// Errors and threads: as Workload.
#pragma once

#include "probes/workloads/workload.h"

namespace fstune::probes {

class LogWorkload : public Workload {
  public:
    std::string name() const override { return "db-log"; }
    std::string summary() const override;
    Metric metric() const override { return {"transactions", "transactions/s", true}; }
    std::optional<std::string> unsuitable(const WorkloadPlace& place) const override;
    Result<WorkloadResult> run(const WorkloadPlace& place,
                               const WorkloadSettings& settings) override;
};

}  // namespace fstune::probes
