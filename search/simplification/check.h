// A simpler configuration in fresh blocks beside the winner and the defaults: does it hold?
//
// Threads: one at a time. Deterministic for a seed; resumed by replay.
#pragma once

#include "search/blocks/block_table.h"
#include "search/verdict/verdict.h"

namespace fstune::search {

struct CheckSettings {
    knowledge::Configuration winner, candidate, best_default, own_default;
    Direction direction = Direction::maximize;
    double confidence = 0.95;
    double min_gain = 0.02;
    std::uint64_t seed = 1;
    std::int64_t first_block = 1;
};

class Check {
  public:
    explicit Check(CheckSettings settings);

    BlockTable& table() { return table_; }
    const knowledge::Configuration& candidate() const { return settings_.candidate; }
    // Proven better than the defaults, as a claim has to be, and not seen to lose against the
    // winner more than half of the smallest gain.
    bool holds() const;
    // Whether holds() would let through a loss of the smallest gain once in forty times at most.
    bool precise() const;
    double value() const;  // mean of the candidate
    Gain over_best_default() const;
    Gain over_own_default() const;

  private:
    Gain over(const knowledge::Configuration& other) const;

    CheckSettings settings_;
    BlockTable table_;
};

}  // namespace fstune::search
