// How the machine's speed changed over the study, as far as repeats of the same configurations
// show it: a curve over the order of trials, level where the repeats show none. Taken off the
// scores, it puts early and late trials on one footing; a constant factor cancels.
//
// Units: scores as in history.h; times are places in the order of telling, from 1.
// Threads: const use is safe.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <map>

#include "search/history.h"

namespace fstune::search {

class Drift {
  public:
    Drift() = default;
    explicit Drift(const History& history);

    double at(std::int64_t time) const;

    // The record as it would have been without drift.
    Record corrected(const Record& record, Direction direction) const;

  private:
    Eigen::VectorXd weights(std::int64_t time) const;

    double spacing_ = 1;
    Eigen::VectorXd levels_;  // at equally spaced times; empty: no drift
};

}  // namespace fstune::search
