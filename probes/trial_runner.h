// Makes one configuration afresh and probes it once. Today on this host; the same interface can
// stand for a guest with another kernel, or another machine.
//
// Errors: only what ends the study (the guard refuses, the device is gone, interrupted, a process
// stuck in the kernel). What concerns this configuration alone is a knowledge::Failure.
// Threads: one at a time.
#pragma once

#include <chrono>
#include <cstdint>

#include "knowledge/configuration.h"
#include "knowledge/error.h"
#include "knowledge/trial.h"

namespace fstune::probes {

struct TrialRequest {
    knowledge::Configuration configuration;
    std::chrono::nanoseconds probe_length{};  // measuring time
    std::uint64_t seed = 1;                   // of the workload's own randomness
    bool guarded = false;                     // the guards' workloads run too
};

class TrialRunner {
  public:
    virtual ~TrialRunner() = default;
    virtual Result<knowledge::Outcome> run(const TrialRequest& request) = 0;
};

}  // namespace fstune::probes
