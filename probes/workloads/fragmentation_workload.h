// Into how many pieces files fall that grow side by side, on a filesystem where others were
// removed between them: by the kernel's own account (FIEMAP), not by a clock.
//
// Units: extents a file; lower is better. A file of the size used cannot have less than one.
// Effects: one thread, with a sync at fixed places, so that the answer does not depend on when the
// kernel writes back. As much as the settings say, however long it takes.
// Errors and threads: as Workload; unsupported where the filesystem does not tell.
#pragma once

#include "probes/workloads/workload.h"

namespace fstune::probes {

class FragmentationWorkload : public Workload {
  public:
    std::string name() const override { return "fragmentation"; }
    std::string summary() const override;
    Metric metric() const override { return {"extents", "extents/file", false}; }
    std::optional<std::string> unsuitable(const WorkloadPlace& place) const override;
    Result<WorkloadResult> run(const WorkloadPlace& place,
                               const WorkloadSettings& settings) override;
};

}  // namespace fstune::probes
