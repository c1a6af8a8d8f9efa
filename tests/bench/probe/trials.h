// Trials of the defaults on one scratch file, for the benchmarks of the probes.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "probes/host/host.h"
#include "probes/trial_runner.h"
#include "tuner/goals/goals.h"

namespace fstune::bench {

struct Place {
    std::string directory = "/var/tmp";
    std::uint64_t size = std::uint64_t{2} << 30;
};

class Trials {
  public:
    // Ends the program with the reason where there is no scratch device.
    Trials(probes::Host& host, const tuner::Goal& goal);
    // One trial of the defaults. A failed one is said on standard error, and gives nothing.
    std::optional<knowledge::Measurement> run(const std::string& filesystem,
                                              std::chrono::nanoseconds length, std::uint64_t seed);

  private:
    std::unique_ptr<probes::Workload> workload_;
    std::unique_ptr<probes::TrialRunner> runner_;
};

std::unique_ptr<probes::Host> scratch_host(const Place& place);

}  // namespace fstune::bench
