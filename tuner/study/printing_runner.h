// Trials that are only printed: every command of a trial, in the order in which it would run. The
// clock that goes with it moves by an estimate, and nothing is measured.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "knowledge/parameter.h"
#include "probes/host/clock.h"
#include "probes/trial_runner.h"

namespace fstune::tuner {

class ImaginedClock : public probes::Clock {
  public:
    std::chrono::nanoseconds monotonic() const override { return now_; }
    std::chrono::system_clock::time_point wall() const override { return {}; }
    void move(std::chrono::nanoseconds time) { now_ += time; }

  private:
    std::chrono::nanoseconds now_{0};
};

struct TrialEstimate {
    double seconds_beside_probe = 0.5;  // mkfs, mount, prepare, unmount
    std::uint64_t bytes_prepared = 0;
    double bytes_a_second = 0;  // written while measuring
};

class PrintingRunner : public probes::TrialRunner {
  public:
    PrintingRunner(ImaginedClock& clock, std::string device, std::string workload,
                   std::vector<knowledge::Parameter> parameters, TrialEstimate estimate)
        : clock_(clock),
          device_(std::move(device)),
          workload_(std::move(workload)),
          parameters_(std::move(parameters)),
          estimate_(estimate) {}

    Result<knowledge::Outcome> run(const probes::TrialRequest& request) override;

    std::int64_t trials() const { return trials_; }
    double bytes() const { return bytes_; }
    // The commands of the first trial of each configuration, a line each.
    const std::string& printed() const { return printed_; }

  private:
    Result<void> print(const knowledge::Configuration& configuration);

    ImaginedClock& clock_;
    std::string device_, workload_;
    std::vector<knowledge::Parameter> parameters_;
    TrialEstimate estimate_;
    std::set<knowledge::Configuration> known_;
    std::int64_t trials_ = 0;
    double bytes_ = 0;
    std::string printed_;
};

}  // namespace fstune::tuner
