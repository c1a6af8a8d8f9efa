#include "tests/bench/verdict/whole_study.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "search/calibration/calibration.h"
#include "search/confirmation/confirmation.h"
#include "search/simplification/support.h"
#include "search/statistics/sample.h"
#include "tuner/study/budget.h"

namespace fstune::bench {

using knowledge::Configuration;
using knowledge::Phase;

namespace {

constexpr std::size_t finalists_at_most = 3;
constexpr std::int64_t confirm_blocks = 4, simplify_blocks = 3;

class Study {
  public:
    Study(const Landscape& landscape, std::int64_t trials)
        : landscape_(landscape), budget_({.seconds = 1e9, .trials = trials}) {}

    StudyOutcome run(const std::string& strategy, std::uint64_t seed);

  private:
    void drive(Phase phase, search::PhaseDriver& driver);
    void tell(Phase phase, const search::Question& question,
              const std::function<void(const knowledge::Trial&)>& listener);
    void search(const std::string& strategy, std::uint64_t seed);
    bool promising(const Configuration& candidate) const;
    void simplify(std::uint64_t seed);

    const Landscape& landscape_;
    tuner::Budget budget_;
    search::NoiseFigures noise_;
    std::vector<knowledge::Trial> trials_;
    std::map<Configuration, std::vector<double>> values_;
    std::vector<Configuration> finalists_;
    StudyOutcome outcome_;
};

void Study::tell(Phase phase, const search::Question& question,
                 const std::function<void(const knowledge::Trial&)>& listener) {
    auto trial = landscape_.run(question);
    trial.phase = phase;
    trial.block = question.proposal.block != 0 ? question.proposal.block : question.block;
    budget_.add_trial(1, 1);
    if (const auto* measured = trial.measurement())
        values_[trial.configuration].push_back(measured->value);
    listener(trial);
    trials_.push_back(std::move(trial));
}

void Study::drive(Phase phase, search::PhaseDriver& driver) {
    while (const auto question = driver.ask(budget_.left(phase)))
        tell(phase, *question, [&driver](const auto& trial) { driver.tell(trial); });
}

void Study::search(const std::string& name, std::uint64_t seed) {
    auto strategy = search::make_strategy(name, landscape_.space,
                                          {.seed = seed,
                                           .direction = landscape_.direction,
                                           .budget = budget_.left(Phase::search),
                                           .starting_points = {}});
    for (const auto& trial : trials_) (*strategy)->tell(trial);
    while (budget_.left(Phase::search) >= 1) {
        const auto proposal = (*strategy)->ask();
        if (!proposal) break;
        tell(Phase::search, {*proposal, 0},
             [&strategy](const auto& trial) { (*strategy)->tell(trial); });
    }
    const auto most = std::clamp<std::int64_t>(budget_.left(Phase::confirm) / confirm_blocks - 2, 1,
                                               finalists_at_most);
    for (const auto& candidate : (*strategy)->best(4 * finalists_at_most))
        if (!candidate.values.empty() && promising(candidate) && std::ssize(finalists_) < most)
            finalists_.push_back(candidate);
}

bool Study::promising(const Configuration& candidate) const {
    const auto mean = [this](const Configuration& c) {
        const auto found = values_.find(c);
        return found == values_.end() ? 0 : search::sample_of(found->second).mean;
    };
    const double ratio = mean(candidate) / mean(noise_.best_default);
    return (landscape_.direction == search::Direction::maximize ? ratio : 1 / ratio) >
           1 - noise_.noise;
}

void Study::simplify(std::uint64_t seed) {
    const auto changes = std::ssize(outcome_.recommended.values);
    if (changes < 2 || budget_.left(Phase::simplify) < simplify_blocks * 4) return;
    search::Support support(outcome_.recommended, landscape_.direction);
    for (const auto& trial : trials_)
        if (trial.phase == Phase::search) support.add(trial);
    search::Simplification phase(landscape_.space, {.winner = outcome_.recommended,
                                                    .best_default = outcome_.verdict.best_default,
                                                    .confirmed = {},
                                                    .direction = landscape_.direction,
                                                    .support = support.by_parameter(),
                                                    .seed = seed});
    drive(Phase::simplify, phase);
    const auto result = phase.result();
    if (!result.over_best_default) return;
    outcome_.simplified = true;
    outcome_.recommended = result.recommended;
    outcome_.claimed = *result.over_best_default;
}

StudyOutcome Study::run(const std::string& strategy, std::uint64_t seed) {
    std::vector<Configuration> defaults;
    for (const auto& name : landscape_.space.filesystems())
        defaults.push_back(landscape_.space.default_of(name));
    search::Calibration calibration(
        {.controls = defaults, .direction = landscape_.direction, .seed = seed});
    drive(Phase::calibrate, calibration);
    noise_ = calibration.figures();
    search(strategy, seed);
    std::set<Configuration> controls = {noise_.best_default};
    for (const auto& finalist : finalists_)
        controls.insert(landscape_.space.default_of(finalist.filesystem));
    search::Confirmation confirmation({.finalists = finalists_,
                                       .controls = {controls.begin(), controls.end()},
                                       .direction = landscape_.direction,
                                       .seed = seed});
    drive(Phase::confirm, confirmation);
    outcome_.verdict = confirmation.verdict();
    outcome_.recommended = outcome_.verdict.recommended;
    if (outcome_.claims()) {
        outcome_.claimed = *outcome_.verdict.over_best_default;
        simplify(seed);
        double best = 0;
        const bool less = landscape_.direction == search::Direction::minimize;
        for (const auto& control : controls) {
            const double truth = landscape_.truth(control);
            if (best == 0 || (less ? truth < best : truth > best)) best = truth;
        }
        const double ratio = landscape_.truth(outcome_.recommended) / best;
        outcome_.true_gain = (less ? 1 / ratio : ratio) - 1;
    }
    outcome_.trials = std::ssize(trials_);
    return std::move(outcome_);
}

}  // namespace

StudyOutcome run_whole_study(const Landscape& landscape, const std::string& strategy,
                             std::int64_t budget, std::uint64_t seed) {
    return Study(landscape, budget).run(strategy, seed);
}

}  // namespace fstune::bench
