// How long the filesystem takes to be mounted and unmounted, with some files on it: once around is
// unmount, forget the device's pages, mount, look at a file, make a few new ones.
//
// Units: milliseconds; lower is better.
// Effects: unmounts and mounts the filesystem of the place, with the options that it was mounted
// with; after a failure it may be left unmounted.
// Errors and threads: as Workload.
#pragma once

#include "probes/workloads/workload.h"

namespace fstune::probes {

class MountWorkload : public Workload {
  public:
    std::string name() const override { return "mount"; }
    std::string summary() const override;
    Metric metric() const override { return {"mount_time", "ms", false}; }
    std::optional<std::string> unsuitable(const WorkloadPlace& place) const override;
    Result<WorkloadResult> run(const WorkloadPlace& place,
                               const WorkloadSettings& settings) override;
};

}  // namespace fstune::probes
