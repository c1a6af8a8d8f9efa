#include "search/pareto/candidates.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fstune::search {

using knowledge::Configuration;

namespace {

// Each goal nearly alone (what else it costs decides between equals), then all alike.
std::vector<std::vector<double>> directions(std::size_t goals) {
    constexpr double alone = 0.95;
    std::vector<std::vector<double>> all;
    for (std::size_t goal = 0; goal < goals; ++goal) {
        std::vector<double> weights(goals, (1 - alone) / static_cast<double>(goals - 1));
        weights[goal] = alone;
        all.push_back(std::move(weights));
    }
    all.emplace_back(goals, 1.0 / static_cast<double>(goals));
    return all;
}

double weighed(const std::vector<double>& logs, const std::vector<double>& weights) {
    double sum = 0;
    for (std::size_t i = 0; i < logs.size(); ++i) sum += logs[i] * weights[i];
    return sum;
}

struct Promising {
    Configuration configuration;
    std::vector<double> logs;
};

// The fewest changes of those that are behind the best by no more than one trial's noise.
const Configuration* simplest_of_the_best(const std::vector<Promising>& promising,
                                          const std::vector<double>& weights,
                                          const std::vector<double>& noises) {
    double highest = -std::numeric_limits<double>::infinity(), squares = 0;
    for (const auto& one : promising) highest = std::max(highest, weighed(one.logs, weights));
    for (std::size_t i = 0; i < noises.size(); ++i)
        squares += weights[i] * weights[i] * noises[i] * noises[i];
    const Promising* simplest = nullptr;
    for (const auto& one : promising) {
        if (weighed(one.logs, weights) < highest - std::sqrt(squares)) continue;
        const auto worth = [&weights](const Promising& candidate) {
            return std::pair(-std::ssize(candidate.configuration.values),
                             weighed(candidate.logs, weights));
        };
        if (simplest == nullptr || worth(one) > worth(*simplest)) simplest = &one;
    }
    return simplest == nullptr ? nullptr : &simplest->configuration;
}

}  // namespace

void GoalRecord::add(const Configuration& configuration, const std::vector<double>& logs) {
    auto& sums = by_configuration_[configuration];
    sums.sum.resize(goals_);
    sums.squares.resize(goals_);
    ++sums.trials;
    for (std::size_t i = 0; i < goals_; ++i) {
        sums.sum[i] += logs[i];
        sums.squares[i] += logs[i] * logs[i];
    }
}

void GoalRecord::add_failure(const Configuration& configuration) {
    by_configuration_[configuration].failed = true;
}

double GoalRecord::noise(std::size_t goal) const {
    double squares = 0, degrees = 0;
    for (const auto& [configuration, sums] : by_configuration_) {
        if (sums.trials < 2) continue;
        const auto trials = static_cast<double>(sums.trials);
        squares += std::max(0.0, sums.squares[goal] - sums.sum[goal] * sums.sum[goal] / trials);
        degrees += trials - 1;
    }
    return degrees > 0 ? std::sqrt(squares / degrees) : 0;
}

// One standard error below the mean.
std::vector<double> GoalRecord::without_luck(const Sums& sums,
                                             const std::vector<double>& noise) const {
    const auto trials = static_cast<double>(sums.trials);
    std::vector<double> logs(goals_);
    for (std::size_t i = 0; i < goals_; ++i)
        logs[i] = sums.sum[i] / trials - noise[i] / std::sqrt(trials);
    return logs;
}

std::vector<Configuration> GoalRecord::candidates(const Configuration& recommended, double min_gain,
                                                  std::size_t most) const {
    const auto base = by_configuration_.find(recommended);
    if (goals_ < 2 || base == by_configuration_.end() || base->second.trials == 0) return {};
    std::vector<double> noises(goals_), to_beat(goals_);
    for (std::size_t i = 0; i < goals_; ++i) {
        noises[i] = noise(i);
        to_beat[i] =
            base->second.sum[i] / static_cast<double>(base->second.trials) + std::log1p(min_gain);
    }
    std::vector<Promising> promising;
    for (const auto& [configuration, sums] : by_configuration_) {
        if (configuration == recommended || sums.failed || sums.trials == 0) continue;
        auto logs = without_luck(sums, noises);
        bool better = false;
        for (std::size_t i = 0; i < goals_; ++i) better = better || logs[i] > to_beat[i];
        if (better) promising.push_back({configuration, std::move(logs)});
    }
    std::vector<Configuration> chosen;
    for (const auto& weights : directions(goals_)) {
        const auto* best = simplest_of_the_best(promising, weights, noises);
        if (best == nullptr || chosen.size() == most) break;
        if (std::ranges::find(chosen, *best) == chosen.end()) chosen.push_back(*best);
    }
    return chosen;
}

}  // namespace fstune::search
