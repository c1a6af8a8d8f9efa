#include "tuner/study/budget.h"

#include <algorithm>
#include <cmath>

namespace fstune::tuner {

namespace {

// The share of the whole by which each phase has to end. What a phase leaves, the next one has.
// The verdict needs the most: of about a hundred trials, a simplification takes only a dozen.
// Weighing several goals takes as much as a confirmation of few blocks.
double end_share(knowledge::Phase phase, bool several_goals) {
    switch (phase) {
        case knowledge::Phase::calibrate:
            return 0.12;
        case knowledge::Phase::search:
            return several_goals ? 0.44 : 0.48;
        case knowledge::Phase::confirm:
            return several_goals ? 0.68 : 0.88;
        case knowledge::Phase::simplify:
            return several_goals ? 0.84 : 1.0;
        case knowledge::Phase::weigh:
            return 1.0;
    }
    return 1.0;
}

constexpr double memory_of_cost = 0.1;  // weight of the newest trial in the running mean

}  // namespace

double probe_length(double budget, double overhead, std::size_t workloads) {
    constexpr double trials = 100, shortest = 0.25, longest = 10;
    constexpr double least_share = 0.4;  // of a trial; else making filesystems is all it does
    const double wanted = std::max(budget / trials - overhead, overhead * least_share);
    const auto parts = static_cast<double>(workloads);
    return std::clamp(wanted, shortest * parts, longest * parts);
}

void Budget::add_trial(double elapsed, double full) {
    ++trials_;
    used_ += elapsed;
    cost_ = trials_ == 1 ? full
                         : cost_ + std::max(memory_of_cost, 1.0 / static_cast<double>(trials_)) *
                                       (full - cost_);
}

std::int64_t Budget::until(double share) const {
    constexpr double most = 1e9;
    double left = most;
    if (cost_ > 0) left = std::min(left, (limits_.seconds * share - used_) / cost_);
    if (limits_.trials)
        left = std::min(left, std::round(static_cast<double>(*limits_.trials) * share) -
                                  static_cast<double>(trials_));
    return static_cast<std::int64_t>(std::floor(std::max(left, -most)));
}

std::int64_t Budget::left(knowledge::Phase phase) const {
    return until(end_share(phase, limits_.several_goals));
}

std::int64_t Budget::expected() const { return std::max<std::int64_t>(0, until(1.0)); }

}  // namespace fstune::tuner
