// The guards' part in a study: what breaks one is not recommended.
//
// Errors: those of the store.
#pragma once

#include <string>
#include <vector>

#include "search/confirmation/confirmation.h"
#include "tuner/report/conclusion.h"
#include "tuner/store/study_store.h"

namespace fstune::tuner {

class GuardKeeping {
  public:
    GuardKeeping(const StudyStore& store, const std::vector<Guard>& guards, double confidence)
        : store_(store), guards_(guards), confidence_(confidence) {}

    // Finalists that break a guard are out, and the verdict is made anew from the same blocks.
    Result<void> confirmed(const search::Confirmation& confirmation, Conclusion& conclusion) const;
    // A change may have been what kept a guard, though it made no difference to the goal: then
    // nothing is left out of the winner. Gives the guard that broke; empty: none.
    Result<std::string> simplified(Conclusion& conclusion) const;
    // Of what was weighed against the recommended, as far as the budget went.
    Result<void> weighed(const std::vector<knowledge::Configuration>& candidates,
                         Conclusion& conclusion) const;

  private:
    const StudyStore& store_;
    const std::vector<Guard>& guards_;
    double confidence_;
};

}  // namespace fstune::tuner
