// The recommendation, the defaults and what may be better in one of several goals, in randomised
// blocks of fresh filesystems: so that what a choice gives up is known as well as what it gains.
//
// Threads: one at a time. Deterministic for a seed; resumed by replay.
#pragma once

#include <optional>
#include <vector>

#include "search/blocks/block_table.h"
#include "search/phase.h"

namespace fstune::search {

struct WeighingSettings {
    knowledge::Configuration recommended, best_default;  // may be the same
    std::vector<knowledge::Configuration> candidates;    // those that matter most first
    std::uint64_t seed = 1;
    std::int64_t first_block = 3'000'000'000;
    std::size_t least_blocks = 4, most_blocks = 16;
};

class Weighing : public PhaseDriver {
  public:
    explicit Weighing(WeighingSettings settings);

    // Leaves out the last candidates where the budget is too small for all, and asks nothing where
    // it is too small for one.
    std::optional<Question> ask(std::int64_t left) override;
    void tell(const knowledge::Trial& trial) override { table_.tell(trial); }

  private:
    void plan(std::int64_t left);

    WeighingSettings settings_;
    BlockTable table_;
    std::optional<std::size_t> planned_;  // blocks
};

}  // namespace fstune::search
