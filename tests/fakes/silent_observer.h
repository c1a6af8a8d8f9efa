// Hears all that a study says, and keeps it for the test.
#pragma once

#include <vector>

#include "tuner/study/observer.h"

namespace fstune::test {

class SilentObserver : public tuner::StudyObserver {
  public:
    void stage(const std::string& name) override { stages.push_back(name); }
    void trial(const tuner::StoredTrial& trial, const tuner::StudyProgress& progress) override {
        trials.push_back(trial);
        last = progress;
    }
    void warning(const std::string& text) override { warnings.push_back(text); }

    std::vector<std::string> stages, warnings;
    std::vector<tuner::StoredTrial> trials;
    tuner::StudyProgress last;
};

}  // namespace fstune::test
