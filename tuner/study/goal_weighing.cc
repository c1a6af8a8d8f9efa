#include "tuner/study/goal_weighing.h"

#include <algorithm>
#include <cmath>

#include "search/pareto/candidates.h"
#include "search/pareto/front.h"
#include "search/statistics/student.h"
#include "search/verdict/decide.h"
#include "tuner/goals/several_goals.h"
#include "tuner/study/metric_table.h"

namespace fstune::tuner {

using knowledge::Configuration;
using knowledge::Phase;
using search::Difference;

namespace {

constexpr std::size_t most_candidates = 4;
constexpr std::size_t least_blocks = 3;  // that say anything about a configuration
constexpr double unstable_range = 0.30;  // as in search/blocks
constexpr std::size_t page_size = 500;

double turned(const Goal& goal) { return goal.direction == search::Direction::maximize ? 1 : -1; }

// Empty, where a goal has no value that can be weighed.
std::vector<double> logs_of(const knowledge::Measurement& measured,
                            const std::vector<Goal>& goals) {
    std::vector<double> logs;
    for (const auto& goal : goals) {
        const auto found = measured.metrics.find(goal_metric(goal.name));
        if (found == measured.metrics.end() || !(found->second > 0)) return {};
        logs.push_back(turned(goal) * std::log(found->second));
    }
    return logs;
}

// The goals of fresh trials, each turned so that higher is better.
class FreshGoals {
  public:
    FreshGoals(const MetricTable& table, const std::vector<Goal>& goals, double confidence)
        : table_(table), goals_(goals), confidence_(confidence) {}

    std::vector<double> ratios(const Configuration& one, const Configuration& other,
                               std::size_t goal) const {
        auto all = table_.log_ratios(metric(goal), one, other);
        for (auto& ratio : all) ratio *= turned(goals_[goal]);
        return all;
    }

    // All goals, with Holm's correction over them.
    std::vector<GoalResult> against(const Configuration& one, const Configuration& other) const {
        std::vector<GoalResult> results;
        std::vector<double> p;
        for (std::size_t i = 0; i < goals_.size(); ++i) {
            const auto values = table_.values(metric(i), one);
            results.push_back(
                {.goal = goals_[i].name,
                 .value = search::sample_of(values).mean,
                 .other_value = search::sample_of(table_.values(metric(i), other)).mean,
                 .range = values.size() < 2 ? 0 : search::relative_range(values)});
            const auto sample = search::sample_of(ratios(one, other, i));
            p.push_back(one == other ? 1 : search::one_sample(sample, confidence_).p);
        }
        if (one != other) adjust(one, other, p, results);
        return results;
    }

    std::size_t blocks(const Configuration& one, const Configuration& other) const {
        return ratios(one, other, 0).size();
    }

    // In itself, and not because the machine drifts.
    bool unstable(const Configuration& one, const Configuration& control) const {
        for (std::size_t i = 0; i < goals_.size(); ++i) {
            auto to_control = ratios(one, control, i);
            for (auto& ratio : to_control) ratio = std::exp(ratio);
            const auto values = table_.values(metric(i), one);
            if (values.size() < 2 || search::relative_range(values) < unstable_range) continue;
            if (to_control.size() < 2 || search::relative_range(to_control) >= unstable_range)
                return true;
        }
        return false;
    }

  private:
    std::string metric(std::size_t goal) const { return goal_metric(goals_[goal].name); }

    // Each interval at the level that its place in Holm's order was tested at.
    void adjust(const Configuration& one, const Configuration& other, const std::vector<double>& p,
                std::vector<GoalResult>& results) const {
        const auto adjusted = search::holm(p);
        const double alpha = 1 - confidence_;
        for (std::size_t i = 0; i < results.size(); ++i) {
            auto& result = results[i];
            const auto log_ratios = ratios(one, other, i);
            if (log_ratios.size() < 2) continue;
            const auto before = std::ranges::count_if(p, [&](double q) { return q < p[i]; });
            result.confidence =
                1 - alpha / static_cast<double>(results.size() - static_cast<std::size_t>(before));
            result.gain = search::gain_of(log_ratios, result.confidence);
            result.p_adjusted = adjusted[i];
            if (log_ratios.size() < search::least_values) continue;
            result.verdict = adjusted[i] > alpha         ? Difference::no_difference
                             : result.gain->estimate > 0 ? Difference::better
                                                         : Difference::worse;
        }
    }

    const MetricTable& table_;
    const std::vector<Goal>& goals_;
    double confidence_;
};

std::vector<Configuration> weighable(const FreshGoals& fresh, const Conclusion& conclusion,
                                     const std::vector<Configuration>& candidates) {
    const auto& recommended = conclusion.recommended();
    std::vector<Configuration> all = {recommended};
    const auto add = [&](const Configuration& candidate) {
        const bool there = std::ranges::find(all, candidate) != all.end();
        const bool broken = std::ranges::any_of(conclusion.guards, [&](const GuardResult& one) {
            return !one.kept && one.configuration == candidate;
        });
        const bool known = fresh.blocks(candidate, recommended) >= least_blocks &&
                           !fresh.unstable(candidate, recommended);
        if (!there && !broken && known) all.push_back(candidate);
    };
    add(conclusion.verdict.best_default);
    for (const auto& candidate : candidates) add(candidate);
    for (const auto& finalist : conclusion.verdict.finalists) add(finalist.configuration);
    return all;
}

}  // namespace

Result<std::vector<Configuration>> GoalWeighing::candidates(
    const Configuration& recommended) const {
    search::GoalRecord record(goals_.size());
    for (std::int64_t last = 0;;) {
        const auto page = store_.trials(last, page_size);
        if (!page) return tl::unexpected(page.error());
        if (page->empty()) break;
        for (const auto& stored : *page) {
            last = stored.intention.id;
            const auto* measured = std::get_if<knowledge::Measurement>(&stored.outcome);
            const auto logs =
                measured == nullptr ? std::vector<double>() : logs_of(*measured, goals_);
            if (stored.intention.phase == Phase::weigh) continue;
            if (logs.empty())
                record.add_failure(stored.intention.configuration);
            else
                record.add(stored.intention.configuration, logs);
        }
    }
    return record.candidates(recommended, rules_.min_gain, most_candidates);
}

Result<void> GoalWeighing::conclude(const std::vector<Configuration>& candidates,
                                    Conclusion& conclusion) const {
    const auto table =
        MetricTable::read(store_, {Phase::confirm, Phase::simplify, Phase::weigh},
                          [](const std::string& metric) { return metric.starts_with("goal "); });
    if (!table) return tl::unexpected(table.error());
    const FreshGoals fresh(*table, goals_, rules_.confidence);
    const auto recommended = conclusion.recommended();
    conclusion.goals = fresh.against(recommended, conclusion.verdict.best_default);
    const auto members = search::front_of(
        weighable(fresh, conclusion, candidates),
        [&fresh](const auto& one, const auto& other, std::size_t goal) {
            return fresh.ratios(one, other, goal);
        },
        {.goals = goals_.size(), .confidence = rules_.confidence, .min_gain = rules_.min_gain});
    for (const auto& member : members)
        conclusion.front.push_back(
            {.configuration = member.configuration,
             .recommended = member.configuration == recommended,
             .ties = member.ties,
             .blocks = table->values(goal_metric(goals_.front().name), member.configuration).size(),
             .goals = fresh.against(member.configuration, recommended)});
    return {};
}

}  // namespace fstune::tuner
