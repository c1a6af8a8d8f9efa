// The search itself as a phase: asks a strategy while the budget holds a trial.
#pragma once

#include "search/phase.h"
#include "search/strategy.h"

namespace fstune::tuner {

class StrategyPhase : public search::PhaseDriver {
  public:
    explicit StrategyPhase(search::Strategy& strategy) : strategy_(strategy) {}

    std::optional<search::Question> ask(std::int64_t left) override {
        if (left < 1) return std::nullopt;
        const auto proposal = strategy_.ask();
        if (!proposal) return std::nullopt;
        return search::Question{.proposal = *proposal, .block = proposal->block};
    }
    void tell(const knowledge::Trial& trial) override { strategy_.tell(trial); }

  private:
    search::Strategy& strategy_;
};

}  // namespace fstune::tuner
