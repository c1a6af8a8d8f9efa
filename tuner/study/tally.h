// What a study remembers of its trials while it runs. Everything else stays in the store: a study
// of 100,000 trials must not be held in memory a second time beside the strategy's own record.
//
// Units: values in the goal's unit.
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "knowledge/trial.h"
#include "search/strategy.h"
#include "tuner/report/seen_warnings.h"

namespace fstune::tuner {

class Tally {
  public:
    explicit Tally(search::Direction direction) : direction_(direction) {}

    void add(const knowledge::Trial& trial);

    std::int64_t trials() const { return trials_; }
    std::int64_t configurations() const {
        return static_cast<std::int64_t>(by_configuration_.size());
    }
    const std::map<std::string, std::int64_t>& by_phase() const { return by_phase_; }
    const std::map<std::string, std::int64_t>& by_failure() const { return by_failure_; }
    // All of the calibration, without samples.
    const std::vector<knowledge::Trial>& calibration() const { return calibration_; }
    const SeenWarnings& warnings() const { return warnings_; }
    // Mean seconds of a measured trial by part: "mkfs", "prepare", "measure", ...
    std::map<std::string, double> seconds_by_part() const;
    std::optional<double> mean(const knowledge::Configuration& configuration) const;
    std::optional<double> best() const { return best_; }
    const std::string& best_configuration() const { return best_configuration_; }

  private:
    struct Sum {
        double sum = 0;
        std::int64_t count = 0;
    };
    void add_cost(const knowledge::Measurement& measured);
    void note_best(const knowledge::Trial& trial, double value);

    search::Direction direction_;
    std::int64_t trials_ = 0;
    std::unordered_map<std::size_t, Sum> by_configuration_;  // by hash of its text
    std::map<std::string, std::int64_t> by_phase_, by_failure_;
    std::vector<knowledge::Trial> calibration_;
    SeenWarnings warnings_;
    std::map<std::string, double> seconds_;  // sums
    std::int64_t measured_ = 0;
    std::optional<double> best_;
    std::string best_configuration_;
};

}  // namespace fstune::tuner
