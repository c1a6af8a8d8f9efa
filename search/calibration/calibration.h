// Default against default: how much a trial varies here when nothing was changed, whether the
// machine drifts, and with that what a budget can show.
//
// Units: noise and drift are shares of the value; gains too.
// Threads: one at a time. Deterministic for a seed; resumed by replay.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "search/blocks/block_table.h"

namespace fstune::search {

struct FilesystemNoise {
    std::string filesystem;
    std::vector<double> values;
    int failures = 0;
    double mean = 0;
    double noise = 0;       // of one trial, from one trial to the next: drift has no part in it
    bool unstable = false;  // ranges over 30 %
};

struct Drift {
    double per_block = 0;  // share of the value
    double p = 1;          // of no drift
    bool found = false;    // p under 1 %: the machine gets faster or slower
};

struct NoiseFigures {
    std::vector<FilesystemNoise> filesystems;
    double noise = 0;    // of one trial, pooled over the stable ones
    double degrees = 0;  // measurements behind it
    Drift drift;
    knowledge::Configuration best_default;  // filesystem empty: none could be measured
};

struct CalibrationSettings {
    std::vector<knowledge::Configuration> controls;  // one a filesystem
    Direction direction = Direction::maximize;
    std::uint64_t seed = 1;
    std::int64_t first_block = 1;
    std::size_t least_blocks = 3, most_blocks = 6;
};

class Calibration : public PhaseDriver {
  public:
    explicit Calibration(CalibrationSettings settings);

    std::optional<Question> ask(std::int64_t left) override;
    void tell(const knowledge::Trial& trial) override;

    NoiseFigures figures() const;

  private:
    CalibrationSettings settings_;
    BlockTable table_;
};

}  // namespace fstune::search
