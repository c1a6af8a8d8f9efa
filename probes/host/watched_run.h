// A workload run with a deadline, so that a device that hangs cannot hang the study.
//
// Errors: those of the workload; timed_out, where it had to be stopped, or cannot be: then it is
// left behind, stuck in the kernel, still using the workload, and the program has to end.
// Threads: runs the workload in a thread of its own and waits for it.
#pragma once

#include <chrono>

#include "knowledge/error.h"
#include "probes/workloads/workload.h"

namespace fstune::probes {

struct WatchedLimits {
    std::chrono::milliseconds deadline = std::chrono::minutes(30);
    std::chrono::milliseconds grace = std::chrono::seconds(10);  // from being asked to stop
};

Result<WorkloadResult> run_watched(Workload& workload, const WorkloadPlace& place,
                                   WorkloadSettings settings, const WatchedLimits& limits);

}  // namespace fstune::probes
