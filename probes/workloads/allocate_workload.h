// Space taken and given back without data: files that grow side by side by fallocate, holes that
// are punched into them, files that are cut off and removed.
// Errors and threads: as Workload; unsupported operations of a filesystem are failed.
#pragma once

#include "probes/workloads/workload.h"

namespace fstune::probes {

class AllocateWorkload : public Workload {
  public:
    std::string name() const override { return "allocate"; }
    std::string summary() const override;
    Metric metric() const override { return {"operations", "ops/s", true}; }
    std::optional<std::string> unsuitable(const WorkloadPlace& place) const override;
    Result<WorkloadResult> run(const WorkloadPlace& place,
                               const WorkloadSettings& settings) override;
};

}  // namespace fstune::probes
