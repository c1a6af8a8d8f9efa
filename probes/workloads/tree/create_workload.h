// Small files made, then removed, by several threads over many directories, each part synced
// inside its time; the job of fs_mark.
// Errors and threads: as Workload.
#pragma once

#include "probes/workloads/workload.h"

namespace fstune::probes {

class CreateWorkload : public Workload {
  public:
    std::string name() const override { return "create"; }
    std::string summary() const override;
    Metric metric() const override { return {"files", "files/s", true}; }
    std::optional<std::string> unsuitable(const WorkloadPlace& place) const override;
    Result<WorkloadResult> run(const WorkloadPlace& place,
                               const WorkloadSettings& settings) override;
};

}  // namespace fstune::probes
