// Who is told how a study goes on: the progress line, or a test.
// Threads: called from the study's thread.
#pragma once

#include <optional>
#include <string>

#include "tuner/store/study_store.h"

namespace fstune::tuner {

struct StudyProgress {
    std::string stage;                           // "calibrate", "search", ...
    std::int64_t done = 0, expected = 0;         // trials: finished, and more to come
    double used_seconds = 0, total_seconds = 0;  // of the budget
    std::optional<double> best;                  // in the goal's unit, as seen so far
    std::string best_configuration;
};

class StudyObserver {
  public:
    virtual ~StudyObserver() = default;
    virtual void stage(const std::string& name) = 0;
    virtual void trial(const StoredTrial& trial, const StudyProgress& progress) = 0;
    virtual void warning(const std::string& text) = 0;
};

}  // namespace fstune::tuner
