#include "search/pareto/front.h"

#include <algorithm>
#include <cmath>

#include "search/statistics/student.h"

namespace fstune::search {

using knowledge::Configuration;

namespace {

constexpr std::size_t least_ratios = 3;  // for fewer nothing is clear

class Comparing {
  public:
    Comparing(const GoalRatios& ratios, const FrontRules& rules, std::size_t others)
        : ratios_(ratios),
          rules_(rules),
          claimed_(1 - 2 * (1 - rules.confidence) /
                           static_cast<double>(std::max<std::size_t>(2, others * rules.goals))) {}

    // Leaving one out costs no false claim, and needs no correction.
    bool beats(const Configuration& one, const Configuration& other) const {
        return better(one, other, rules_.confidence) && !better(other, one, rules_.confidence);
    }
    bool tied(const Configuration& one, const Configuration& other) const {
        return !better(one, other, rules_.confidence) && !better(other, one, rules_.confidence);
    }
    // In some goal. False for all of the others together with the chance that is left at the
    // confidence: each way by itself, so half of it for each goal and other.
    bool is_choice(const Configuration& one, const Configuration& recommended) const {
        return better(one, recommended, claimed_);
    }

  private:
    bool better(const Configuration& one, const Configuration& other, double confidence) const {
        for (std::size_t goal = 0; goal < rules_.goals; ++goal) {
            const auto ratios = ratios_(one, other, goal);
            if (ratios.size() < least_ratios) continue;
            const auto test = one_sample(sample_of(ratios), confidence);
            if (test.interval.low > 0 && test.difference >= std::log1p(rules_.min_gain))
                return true;
        }
        return false;
    }

    const GoalRatios& ratios_;
    FrontRules rules_;
    double claimed_;  // confidence
};

// Adds it as a member or to the ties of one, if it is either.
void place(const Configuration& candidate, const Comparing& comparing,
           std::vector<FrontMember>& front) {
    for (auto& member : front) {
        if (!comparing.tied(member.configuration, candidate)) continue;
        member.ties.push_back(candidate);
        return;
    }
    if (comparing.is_choice(candidate, front.front().configuration))
        front.push_back({.configuration = candidate, .ties = {}});
}

}  // namespace

std::vector<FrontMember> front_of(const std::vector<Configuration>& contestants,
                                  const GoalRatios& ratios, const FrontRules& rules) {
    if (contestants.empty()) return {};
    const Comparing comparing(ratios, rules, contestants.size() - 1);
    auto simplest_first = contestants;
    std::stable_sort(
        simplest_first.begin() + 1, simplest_first.end(),
        [](const auto& a, const auto& b) { return a.values.size() < b.values.size(); });
    std::vector<FrontMember> front = {{.configuration = contestants.front(), .ties = {}}};
    for (const auto& candidate : simplest_first) {
        if (candidate == contestants.front()) continue;
        const bool beaten = std::ranges::any_of(contestants, [&](const Configuration& other) {
            return other != candidate && comparing.beats(other, candidate);
        });
        if (!beaten) place(candidate, comparing, front);
    }
    return front;
}

}  // namespace fstune::search
