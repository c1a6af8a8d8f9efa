// How much of the user's time and trials is left, and how it is shared between the phases, so that
// the search leaves enough to confirm and to simplify. Pure: told what was used, reads no clock.
//
// Units: seconds of wall time; trials of full probe length.
// Source: the shares are a choice. A verdict needs fresh data, and on the landscapes of tests/bench
// the finalists' noise, not the search, is what limits the answer.
#pragma once

#include <cstdint>
#include <optional>

#include "knowledge/trial.h"

namespace fstune::tuner {

struct BudgetLimits {
    double seconds = 600;
    std::optional<std::int64_t> trials;  // of the whole study
    bool several_goals = false;          // a share is kept for weighing them
};

// How long a probe may last, in seconds, so that the budget holds a search and enough blocks: noise
// between fresh filesystems is not measured away by probing one of them for longer. `overhead` is
// what a trial takes besides; `workloads` share the probe.
double probe_length(double budget, double overhead, std::size_t workloads = 1);

class Budget {
  public:
    explicit Budget(const BudgetLimits& limits) : limits_(limits) {}

    // What the study has used of its time so far, trials and everything else.
    void set_used(double seconds) { used_ = seconds; }
    // A trial took `elapsed` and would have taken `full` at full fidelity.
    void add_trial(double elapsed, double full);

    // The trials from now on are of another length.
    void set_cost(double seconds) { cost_ = seconds; }

    // How many more trials of full length this phase may make; may be negative once overdrawn.
    std::int64_t left(knowledge::Phase phase) const;
    // How many trials of full length the whole study is expected to make from here on.
    std::int64_t expected() const;
    double cost() const { return cost_; }  // of one trial, full length; 0: none was made yet
    double used() const { return used_; }
    const BudgetLimits& limits() const { return limits_; }

  private:
    std::int64_t until(double share) const;

    BudgetLimits limits_;
    double used_ = 0;
    double cost_ = 0;
    std::int64_t trials_ = 0;
};

}  // namespace fstune::tuner
