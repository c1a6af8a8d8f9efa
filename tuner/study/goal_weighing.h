// The part in a study of several goals that no score tells: what each came to, and which
// configurations would be better for one at another's cost.
//
// Errors: those of the store.
#pragma once

#include <vector>

#include "tuner/report/conclusion.h"
#include "tuner/store/study_store.h"

namespace fstune::tuner {

struct WeighingRules {
    double confidence = 0.95;
    double min_gain = 0.02;
};

class GoalWeighing {
  public:
    GoalWeighing(const StudyStore& store, const std::vector<Goal>& goals, WeighingRules rules)
        : store_(store), goals_(goals), rules_(rules) {}

    // What may be better than the recommended in some goal, as all trials so far say.
    Result<std::vector<knowledge::Configuration>> candidates(
        const knowledge::Configuration& recommended) const;

    // Fills in the goals and the front from the trials on fresh filesystems. `candidates` are left
    // out of the front where they were not measured often enough, and those that vary too much.
    Result<void> conclude(const std::vector<knowledge::Configuration>& candidates,
                          Conclusion& conclusion) const;

  private:
    const StudyStore& store_;
    const std::vector<Goal>& goals_;
    WeighingRules rules_;
};

}  // namespace fstune::tuner
