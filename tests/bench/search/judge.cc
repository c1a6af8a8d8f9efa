#include "tests/bench/search/judge.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <stdexcept>

#include "tests/bench/search/peers.h"

namespace fstune::bench {
namespace {

using Clock = std::chrono::steady_clock;

std::unique_ptr<search::Strategy> make(const std::string& name, const Surface& surface,
                                       const Conditions& conditions) {
    search::StrategySettings settings;
    settings.seed = conditions.seed;
    settings.direction = surface.direction;
    settings.budget = conditions.budget;
    if (auto peer = make_peer(name, surface.space, settings)) return peer;
    auto made = search::make_strategy(name, surface.space, settings);
    if (!made) throw std::runtime_error(made.error().message);
    return std::move(*made);
}

std::size_t recommended(const search::Strategy& strategy, const Replay& replay,
                        const Surface& surface) {
    const auto best = strategy.best(1);
    return best.empty() ? surface.default_cell : replay.cell_of(best.front());
}

double since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void conclude(const Surface& surface, RunResult& result) {
    result.recommended = result.ranked_first.back();
    result.unstable = surface.cells[result.recommended].relative_range() > 0.3;
}

}  // namespace

std::int64_t RunResult::probes_to(double share) const {
    auto first = static_cast<std::int64_t>(regret.size());
    while (first > 0 && regret[static_cast<std::size_t>(first) - 1] <= share) --first;
    return std::min(first + 1, static_cast<std::int64_t>(regret.size()));
}

RunResult run_once(const Surface& surface, const std::string& name, const Conditions& conditions) {
    const auto strategy = make(name, surface, conditions);
    Replay replay(surface, conditions);
    RunResult result;
    std::set<knowledge::Configuration> failed;
    while (replay.probes() < conditions.budget) {
        const auto asking = Clock::now();
        const auto proposal = strategy->ask();
        double spent = since(asking);
        if (!proposal) break;
        const auto trial = replay.run(*proposal);
        if (trial.failure() != nullptr && !failed.insert(trial.configuration).second)
            result.infeasible_twice = true;
        const auto telling = Clock::now();
        strategy->tell(trial);
        result.ranked_first.push_back(recommended(*strategy, replay, surface));
        spent += since(telling);
        result.ask_ms.push_back(spent);
        result.regret.push_back(surface.regret(surface.cells[result.ranked_first.back()]));
    }
    // One that has nothing left to ask keeps its answer.
    if (result.regret.empty()) {
        result.regret.push_back(1);
        result.ranked_first.push_back(surface.default_cell);
    }
    const auto budget = static_cast<std::size_t>(conditions.budget);
    result.regret.resize(budget, result.regret.back());
    result.ranked_first.resize(budget, result.ranked_first.back());
    conclude(surface, result);
    return result;
}

std::vector<RunResult> run_many(const Surface& surface, const std::string& strategy,
                                Conditions conditions, std::uint64_t first_seed, int seeds) {
    std::vector<RunResult> runs;
    for (int i = 0; i < seeds; ++i) {
        conditions.seed = first_seed + static_cast<std::uint64_t>(i);
        runs.push_back(run_once(surface, strategy, conditions));
    }
    return runs;
}

std::vector<RunResult> cut(const Surface& surface, std::vector<RunResult> runs,
                           std::int64_t budget) {
    for (RunResult& run : runs) {
        const auto probes = static_cast<std::size_t>(budget);
        run.regret.resize(probes);
        run.ranked_first.resize(probes);
        run.ask_ms.resize(std::min(probes, run.ask_ms.size()));
        conclude(surface, run);
    }
    return runs;
}

double quantile(std::vector<double> values, double share) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    const double at = share * static_cast<double>(values.size() - 1);
    const auto low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, values.size() - 1);
    return values[low] + (at - std::floor(at)) * (values[high] - values[low]);
}

double median_regret(const std::vector<RunResult>& runs) {
    std::vector<double> last;
    for (const auto& run : runs) last.push_back(run.regret.back());
    return quantile(last, 0.5);
}

double median_probes_to(const std::vector<RunResult>& runs, double share) {
    std::vector<double> probes;
    for (const auto& run : runs) probes.push_back(static_cast<double>(run.probes_to(share)));
    return quantile(probes, 0.5);
}

double share_within(const std::vector<RunResult>& runs, double share) {
    double count = 0;
    for (const auto& run : runs) count += run.regret.back() <= share;
    return count / static_cast<double>(runs.size());
}

}  // namespace fstune::bench
