// Random reads and writes while somebody else writes a large file from front to back, as a backup
// or a copy does.
// Errors and threads: as Workload.
#pragma once

#include "probes/workloads/io_workload.h"

namespace fstune::probes {

// What is measured of it.
const IoSpec& mixed_spec();

class MixedWorkload : public Workload {
  public:
    std::string name() const override { return "mixed"; }
    std::string summary() const override;
    Metric metric() const override { return {"operations", "ops/s", true}; }
    std::optional<std::string> unsuitable(const WorkloadPlace& place) const override;
    Result<WorkloadResult> run(const WorkloadPlace& place,
                               const WorkloadSettings& settings) override;
};

}  // namespace fstune::probes
