// Drives one phase after the other: ask, write the intention, make the trial, write the result,
// tell. A study that goes on from its store first replays: the questions have to be those that were
// asked, and the answers are those that are kept.
//
// Errors: those of the store and of the runner, interrupted where a stop was requested; bad_input
// where a replayed question differs from the kept one.
// Threads: one at a time.
#pragma once

#include <chrono>
#include <stop_token>

#include "probes/host/clock.h"
#include "probes/trial_runner.h"
#include "search/phase.h"
#include "tuner/store/study_store.h"
#include "tuner/study/budget.h"
#include "tuner/study/kept_trials.h"
#include "tuner/study/observer.h"
#include "tuner/study/tally.h"

namespace fstune::tuner {

struct LoopSeams {
    StudyStore& store;
    probes::TrialRunner& runner;
    const probes::Clock& clock;
    StudyObserver& observer;
    std::stop_token stop;
};

class TrialLoop {
  public:
    TrialLoop(LoopSeams seams, const BudgetLimits& limits, std::uint64_t seed,
              search::Direction direction);

    // Until the driver has nothing more to ask.
    Result<void> drive(knowledge::Phase phase, search::PhaseDriver& driver);

    // Of the trials from now on, at full fidelity.
    void set_probe_length(std::chrono::nanoseconds length);
    std::chrono::nanoseconds probe_length() const { return length_; }

    const Tally& tally() const { return tally_; }
    const Budget& budget() const { return budget_; }
    // Seconds that the part of a trial outside the probe takes, on average.
    double overhead() const;

  private:
    struct Done {
        knowledge::Trial trial;
        double elapsed = 0;  // seconds
    };
    void count_time();
    Result<std::optional<Done>> replay(knowledge::Phase phase, search::PhaseDriver& driver);
    Result<void> replay_all(knowledge::Phase phase, search::PhaseDriver& driver);
    Result<bool> ended_before(knowledge::Phase phase, search::PhaseDriver& driver);
    Result<StoredTrial> make(const Intention& intention);
    Intention intention(knowledge::Phase phase, const search::Question& question,
                        std::int64_t left) const;
    void take(const Done& done, search::PhaseDriver& driver);
    void report(const StoredTrial& stored);

    LoopSeams seams_;
    Budget budget_;
    std::uint64_t seed_;
    Tally tally_;
    std::chrono::nanoseconds length_ = std::chrono::seconds(1);
    KeptTrials kept_;  // that are not replayed yet
    std::int64_t last_id_ = 0;
    double overhead_sum_ = 0;
    std::int64_t overhead_count_ = 0;
    std::optional<std::chrono::nanoseconds> live_since_;  // no longer replaying
    double used_before_ = 0;                              // seconds, of earlier runs
};

}  // namespace fstune::tuner
