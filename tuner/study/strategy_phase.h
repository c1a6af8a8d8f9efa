// The search itself as a phase: asks a strategy while the budget holds a trial, and learns on the
// way which parameters matter.
#pragma once

#include "search/importance/importance.h"
#include "search/phase.h"
#include "search/space.h"
#include "search/strategy.h"

namespace fstune::tuner {

class StrategyPhase : public search::PhaseDriver {
  public:
    StrategyPhase(const search::Space& space, search::Strategy& strategy,
                  search::Importance& importance)
        : space_(space), strategy_(strategy), importance_(importance) {}

    std::optional<search::Question> ask(std::int64_t left) override {
        if (left < 1) return std::nullopt;
        const auto proposal = strategy_.ask();
        if (!proposal) return std::nullopt;
        return search::Question{.proposal = *proposal, .block = proposal->block};
    }
    void tell(const knowledge::Trial& trial) override {
        strategy_.tell(trial);
        importance_.add(trial);
    }
    // A strategy need not think again about what is known; it only has to be a trial of its space.
    bool asks_again_for(const knowledge::Trial& kept, std::int64_t left) override {
        return left >= 1 && space_.contains(kept.configuration);
    }

  private:
    const search::Space& space_;
    search::Strategy& strategy_;
    search::Importance& importance_;
};

}  // namespace fstune::tuner
