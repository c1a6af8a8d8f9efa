// A part of a study that decides its own next trials: calibration, the search itself,
// confirmation, simplification. The tuner drives each the same way: ask, run, tell, until there is
// nothing to ask. Deterministic for a seed; resumed by replay.
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>

#include "knowledge/trial.h"
#include "search/strategy.h"

namespace fstune::search {

struct Question {
    Proposal proposal;
    std::int64_t block = 0;  // 0: not part of a block

    // Of the block: the proposal's own, if it has one.
    std::int64_t number() const { return proposal.block != 0 ? proposal.block : block; }
};

class PhaseDriver {
  public:
    virtual ~PhaseDriver() = default;

    // `left` is how many more trials of full length the budget still holds.
    virtual std::optional<Question> ask(std::int64_t left) = 0;
    virtual void tell(const knowledge::Trial& trial) = 0;

    // Whether it would ask now for what a kept trial answers; the trial is told next. What this
    // changes, ask() would have changed.
    virtual bool asks_again_for(const knowledge::Trial& kept, std::int64_t left);
};

}  // namespace fstune::search
