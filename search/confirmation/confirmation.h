// Finalists against the defaults in randomised blocks of fresh filesystems. Only these trials make
// the verdict. Looks at the data half way and at the end; what cannot win any more is dropped half
// way, so that its trials go to the others. The chance of any false claim over all finalists and
// both looks is at most 1 - confidence.
//
// Threads: one at a time. Deterministic for a seed; resumed by replay.
// Source: docs/statistics.md
#pragma once

#include <vector>

#include "search/blocks/block_table.h"
#include "search/verdict/verdict.h"

namespace fstune::search {

struct ConfirmationSettings {
    std::vector<knowledge::Configuration>
        finalists;  // best first; controls are left out, and the last
                    // ones where the budget is too small for all
    // The defaults of the finalists' filesystems and of the filesystem whose defaults did best.
    std::vector<knowledge::Configuration> controls;
    Direction direction = Direction::maximize;
    double confidence = 0.95;
    double min_gain = 0.02;
    std::uint64_t seed = 1;
    std::int64_t first_block = 1'000'000'000;
    std::size_t least_blocks = 4;  // whatever the budget says: fewer can decide nothing
    std::size_t most_blocks = 60;
};

class Confirmation : public PhaseDriver {
  public:
    explicit Confirmation(ConfirmationSettings settings);

    std::optional<Question> ask(std::int64_t left) override;
    void tell(const knowledge::Trial& trial) override { table_.tell(trial); }

    // Of what was told so far; final once ask() gave nothing.
    // `barred`: finalists that must not be recommended, for reasons of the caller's.
    Verdict verdict(const std::vector<knowledge::Configuration>& barred = {}) const;
    const BlockTable& table() const { return table_; }

  private:
    void leave_out_what_is_too_many(std::int64_t left);
    void plan(std::int64_t left);
    void look();
    bool is_known(const Gain& gain) const;
    std::vector<knowledge::Configuration> running() const;  // finalists still in the race
    double alpha() const;                                   // for the look at hand

    ConfirmationSettings settings_;
    BlockTable table_;
    std::size_t half_way_ = 0, planned_ = 0;  // blocks
    bool looked_ = false, over_ = false;
};

}  // namespace fstune::search
