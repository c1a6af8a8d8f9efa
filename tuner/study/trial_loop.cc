#include "tuner/study/trial_loop.h"

#include <fmt/format.h>

namespace fstune::tuner {

using knowledge::Phase;

namespace {

double seconds(std::chrono::nanoseconds duration) {
    return std::chrono::duration<double>(duration).count();
}

// The same randomness for the trials of a block, so that they differ in nothing else.
std::uint64_t seed_of(std::uint64_t seed, std::int64_t block) {
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL;
    std::uint64_t mixed = seed + golden * (static_cast<std::uint64_t>(block) + 1);
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
    return mixed ^ (mixed >> 31);
}

bool same_question(const Intention& kept, const Intention& asked) {
    return kept.block == asked.block && kept.fidelity == asked.fidelity &&
           kept.configuration == asked.configuration;
}

std::string end_of(Phase phase) { return "left at the end of " + knowledge::to_text(phase); }

}  // namespace

TrialLoop::TrialLoop(LoopSeams seams, const BudgetLimits& limits, std::uint64_t seed,
                     search::Direction direction)
    : seams_(std::move(seams)),
      budget_(limits),
      seed_(seed),
      tally_(direction),
      kept_(seams_.store) {}

Intention TrialLoop::intention(Phase phase, const search::Question& question,
                               std::int64_t left) const {
    return {.id = last_id_ + 1,
            .phase = phase,
            .block = question.number(),
            .fidelity = question.proposal.fidelity,
            .configuration = question.proposal.configuration,
            .left = left};
}

// The ask that a phase ended with is replayed too: a driver may conclude something in it.
Result<bool> TrialLoop::ended_before(Phase phase, search::PhaseDriver& driver) {
    const auto kept = seams_.store.kept(end_of(phase));
    if (!kept) return tl::unexpected(kept.error());
    if (!kept->has_value()) return false;
    driver.ask(std::strtoll((*kept)->c_str(), nullptr, 10));
    return true;
}

Result<void> TrialLoop::replay_all(Phase phase, search::PhaseDriver& driver) {
    while (true) {
        auto replayed = replay(phase, driver);
        if (!replayed || !replayed->has_value()) kept_.settle();
        if (!replayed) return tl::unexpected(replayed.error());
        if (!replayed->has_value()) return {};
        take(**replayed, driver);
    }
}

Result<void> TrialLoop::drive(Phase phase, search::PhaseDriver& driver) {
    while (true) {
        if (auto replayed = replay_all(phase, driver); !replayed) return replayed;
        if (auto ended = ended_before(phase, driver); !ended || *ended) {
            if (!ended) return tl::unexpected(ended.error());
            return {};
        }
        if (seams_.stop.stop_requested()) return fail(ErrorCode::interrupted, "stopped");
        count_time();
        const auto left = budget_.left(phase);
        const auto question = driver.ask(left);
        if (!question) return seams_.store.keep(end_of(phase), std::to_string(left));
        auto made = make(intention(phase, *question, left));
        if (!made) return tl::unexpected(made.error());
        take({made->trial(), made->elapsed}, driver);
        report(*made);
    }
}

// What is spent beside the trials counts too. Of earlier runs only the trials are known.
void TrialLoop::count_time() {
    const auto now = seams_.clock.monotonic();
    if (!live_since_) {
        live_since_ = now;
        used_before_ = budget_.used();
    }
    budget_.set_used(used_before_ + seconds(now - *live_since_));
}

void TrialLoop::set_probe_length(std::chrono::nanoseconds length) {
    length_ = length;
    budget_.set_cost(overhead() + seconds(length));
}

// Nothing, where the kept trials are used up or belong to a later phase.
Result<std::optional<TrialLoop::Done>> TrialLoop::replay(Phase phase, search::PhaseDriver& driver) {
    auto next = kept_.front();
    if (!next) return tl::unexpected(next.error());
    if (*next == nullptr || (*next)->intention.phase != phase) return std::nullopt;
    const auto left = (*next)->intention.left;
    Done done{std::move(**next).trial(), (*next)->elapsed};
    kept_.pop();
    if (driver.asks_again_for(done.trial, left)) return done;
    return fail(ErrorCode::bad_input,
                fmt::format("trial {} of the study is {}, and this fstune would not have asked "
                            "for it: go on with the fstune that began the study",
                            done.trial.id, knowledge::to_text(done.trial.configuration)));
}

Result<StoredTrial> TrialLoop::make(const Intention& intention) {
    const auto open = seams_.store.unfinished();
    if (!open) return tl::unexpected(open.error());
    // Left open by a run that died: its trial is made again, as the same one.
    if (!*open) {
        if (auto written = seams_.store.intend(intention); !written)
            return tl::unexpected(written.error());
    } else if (!same_question(**open, intention)) {
        return fail(ErrorCode::bad_input,
                    fmt::format("the study stopped in trial {}, and this fstune would not have "
                                "asked for it: go on with the fstune that began the study",
                                (*open)->id));
    }
    const auto begun = seams_.clock.monotonic();
    const auto length = std::chrono::nanoseconds(
        static_cast<std::int64_t>(static_cast<double>(length_.count()) * intention.fidelity));
    auto outcome = seams_.runner.run(
        {.configuration = intention.configuration,
         .probe_length = length,
         .seed = seed_of(seed_, intention.block),
         .guarded = intention.phase != Phase::calibrate && intention.phase != Phase::search});
    if (!outcome) return tl::unexpected(outcome.error());
    const double elapsed = seconds(seams_.clock.monotonic() - begun);
    if (auto written = seams_.store.finish(intention.id, *outcome, elapsed); !written)
        return tl::unexpected(written.error());
    return StoredTrial{intention, std::move(*outcome), elapsed};
}

void TrialLoop::take(const Done& done, search::PhaseDriver& driver) {
    const auto& [trial, elapsed] = done;
    last_id_ = trial.id;
    driver.tell(trial);
    tally_.add(trial);
    budget_.add_trial(elapsed, elapsed + (1 - trial.fidelity) * seconds(length_));
    if (trial.measurement() == nullptr) return;
    overhead_sum_ += std::max(0.0, elapsed - trial.fidelity * seconds(length_));
    ++overhead_count_;
}

void TrialLoop::report(const StoredTrial& stored) {
    seams_.observer.trial(stored, {.stage = knowledge::to_text(stored.intention.phase),
                                   .done = tally_.trials(),
                                   .expected = budget_.expected(),
                                   .used_seconds = budget_.used(),
                                   .total_seconds = budget_.limits().seconds,
                                   .best = tally_.best(),
                                   .best_configuration = tally_.best_configuration()});
}

double TrialLoop::overhead() const {
    return overhead_count_ == 0 ? 0 : overhead_sum_ / static_cast<double>(overhead_count_);
}

}  // namespace fstune::tuner
