// Plays trials from a surface. All chance comes from the run's seed and what is asked: the n-th
// probe of a cell has the same noise whoever asks, so that strategies, and runs with and without
// drift, meet the same luck. Which of several nearest cells stands in for a configuration that
// was not measured is settled once a run.
#pragma once

#include <map>

#include "tests/bench/search/surface.h"

namespace fstune::bench {

enum class Drift { none, ramp, step };

struct Conditions {
    std::uint64_t seed = 1;
    double noise = 0;  // relative deviation, added to what the repeats hold
    Drift drift = Drift::none;
    double drift_size = 0.10;  // from - to + over the run
    std::int64_t budget = 80;
};

class Replay {
  public:
    Replay(const Surface& surface, const Conditions& conditions)
        : surface_(&surface), conditions_(conditions) {}

    knowledge::Trial run(const search::Proposal& proposal);
    std::size_t cell_of(const knowledge::Configuration& configuration) const;
    std::int64_t probes() const { return probes_; }

  private:
    double drift_now() const;

    const Surface* surface_;
    Conditions conditions_;
    std::int64_t probes_ = 0;
    std::map<std::size_t, std::uint64_t> times_;
    mutable std::map<knowledge::Configuration, std::size_t> cells_;
};

}  // namespace fstune::bench
