#include "tuner/study/guard_table.h"

#include <algorithm>
#include <cmath>

#include "search/verdict/decide.h"

namespace fstune::tuner {

namespace {

// With several goals a metric has its workload's name before it (several_goals_workload.h).
bool is_of(const Guard& guard, const std::string& metric) {
    return metric == guard.metric ||
           (guard.workload.empty() && metric.ends_with(" " + guard.metric));
}

GuardResult judged(GuardResult result, const std::vector<double>& log_ratios, double confidence) {
    if (log_ratios.empty()) return result;
    const auto& guard = result.guard;
    result.change = search::gain_of(log_ratios, confidence);
    // As text has it, so that a limit that is met exactly is kept.
    constexpr double digits = 1e9;
    result.kept = guard.allows(std::round(result.change->estimate * digits) / digits);
    result.sure = guard.allows(guard.at_most ? result.change->high : result.change->low);
    return result;
}

// How far beyond what the guard allows; negative: within.
double beyond(const GuardResult& result) {
    if (!result.change) return std::numeric_limits<double>::infinity();
    const double over = result.change->estimate - result.guard.limit;
    return result.guard.at_most ? over : -over;
}

}  // namespace

Result<GuardTable> GuardTable::read(const StudyStore& store, knowledge::Phase phase,
                                    const std::vector<Guard>& guards) {
    GuardTable table;
    if (guards.empty()) return table;
    auto metrics = MetricTable::read(store, {phase}, [&guards](const std::string& metric) {
        return std::ranges::any_of(guards, [&](const auto& guard) { return is_of(guard, metric); });
    });
    if (!metrics) return tl::unexpected(metrics.error());
    table.metrics_ = std::move(*metrics);
    return table;
}

GuardResult GuardTable::judge(const Guard& guard, const knowledge::Configuration& candidate,
                              const knowledge::Configuration& control, double confidence) const {
    std::optional<GuardResult> worst;
    for (const auto& metric : metrics_.metrics()) {
        if (!is_of(guard, metric)) continue;
        const bool known = !metrics_.values(metric, candidate).empty() ||
                           !metrics_.values(metric, control).empty();
        if (!known) continue;
        GuardResult of_this{.guard = guard, .configuration = candidate};
        of_this.guard.metric = metric;
        of_this =
            judged(std::move(of_this), metrics_.log_ratios(metric, candidate, control), confidence);
        if (!worst || beyond(of_this) > beyond(*worst)) worst = std::move(of_this);
    }
    return worst.value_or(GuardResult{.guard = guard, .configuration = candidate});
}

}  // namespace fstune::tuner
