// Trials on a made-up landscape: a value for each configuration, times noise of a fixed seed. Moves
// the clock by what a real trial takes.
#pragma once

#include <functional>
#include <random>

#include "probes/trial_runner.h"
#include "tests/fakes/fake_clock.h"

namespace fstune::test {

struct Landscape {
    std::function<double(const knowledge::Configuration&)> value;
    double noise = 0.01;    // standard deviation of the log of a measurement
    double overhead = 0.5;  // seconds of a trial beside its probe
    std::function<bool(const knowledge::Configuration&)> refused = nullptr;
};

class FakeTrialRunner : public probes::TrialRunner {
  public:
    FakeTrialRunner(FakeClock& clock, Landscape landscape, std::uint64_t seed = 7)
        : clock_(clock), landscape_(std::move(landscape)), random_(seed) {}

    Result<knowledge::Outcome> run(const probes::TrialRequest& request) override {
        ++trials;
        if (before_trial) {
            if (auto stopped = before_trial(trials); !stopped)
                return tl::unexpected(stopped.error());
        }
        clock_.move(landscape_.overhead +
                    std::chrono::duration<double>(request.probe_length).count());
        if (landscape_.refused && landscape_.refused(request.configuration))
            return knowledge::Failure{knowledge::FailureKind::mkfs_refused, "mkfs said no"};
        knowledge::Measurement measurement;
        std::normal_distribution<double> noise(0, landscape_.noise);
        measurement.value = landscape_.value(request.configuration) * std::exp(noise(random_));
        measurement.samples = {measurement.value};
        measurement.metrics = {{"extents_per_file", 1}};
        return measurement;
    }

    int trials = 0;
    std::function<Result<void>(int)> before_trial;  // told the number of the trial

  private:
    FakeClock& clock_;
    Landscape landscape_;
    std::mt19937_64 random_;
};

}  // namespace fstune::test
