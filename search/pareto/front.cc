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
    Comparing(const GoalRatios& ratios, const FrontRules& rules) : ratios_(ratios), rules_(rules) {}

    bool beats(const Configuration& one, const Configuration& other) const {
        return better_somewhere(one, other) && !better_somewhere(other, one);
    }
    bool tied(const Configuration& one, const Configuration& other) const {
        return !better_somewhere(one, other) && !better_somewhere(other, one);
    }

  private:
    bool better_somewhere(const Configuration& one, const Configuration& other) const {
        for (std::size_t goal = 0; goal < rules_.goals; ++goal) {
            const auto ratios = ratios_(one, other, goal);
            if (ratios.size() < least_ratios) continue;
            const auto test = one_sample(sample_of(ratios), rules_.confidence);
            if (test.interval.low > 0 && test.difference >= std::log1p(rules_.min_gain))
                return true;
        }
        return false;
    }

    const GoalRatios& ratios_;
    FrontRules rules_;
};

}  // namespace

std::vector<FrontMember> front_of(const std::vector<Configuration>& contestants,
                                  const GoalRatios& ratios, const FrontRules& rules) {
    if (contestants.empty()) return {};
    const Comparing comparing(ratios, rules);
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
        if (beaten) continue;
        const auto same = std::ranges::find_if(front, [&](const FrontMember& member) {
            return comparing.tied(member.configuration, candidate);
        });
        if (same != front.end())
            same->ties.push_back(candidate);
        else
            front.push_back({.configuration = candidate, .ties = {}});
    }
    return front;
}

}  // namespace fstune::search
