#include "tuner/study/guard_keeping.h"

#include <fmt/format.h>

#include "tuner/study/guard_table.h"

namespace fstune::tuner {

using knowledge::Configuration;
using knowledge::Phase;

namespace {

// The first guard that the candidate breaks; empty: it keeps them all.
std::string judge(const GuardTable& table, const std::vector<Guard>& guards, double confidence,
                  const Configuration& candidate, Conclusion& conclusion) {
    std::string broken;
    for (const auto& guard : guards) {
        conclusion.guards.push_back(
            table.judge(guard, candidate, conclusion.verdict.best_default, confidence));
        if (!conclusion.guards.back().kept && broken.empty()) broken = to_text(guard);
    }
    return broken;
}

}  // namespace

Result<void> GuardKeeping::confirmed(const search::Confirmation& confirmation,
                                     Conclusion& conclusion) const {
    const auto table = GuardTable::read(store_, Phase::confirm, guards_);
    if (!table) return tl::unexpected(table.error());
    std::vector<Configuration> barred;
    std::string broken;
    const auto first = conclusion.verdict;
    for (const auto& result : first.finalists) {
        if (result.blocks == 0) continue;  // nothing is known of it, and it cannot win
        const auto& finalist = result.configuration;
        const auto by = judge(*table, guards_, confidence_, finalist, conclusion);
        if (by.empty()) continue;
        barred.push_back(finalist);
        if (finalist == first.recommended) broken = by;
    }
    if (barred.empty()) return {};
    conclusion.verdict = confirmation.verdict(barred);
    if (first.decision == search::Decision::recommend && !conclusion.recommends())
        conclusion.verdict.reason = fmt::format("{} did better, but breaks the guard {}",
                                                knowledge::to_text(first.recommended), broken);
    return {};
}

Result<void> GuardKeeping::weighed(const std::vector<Configuration>& candidates,
                                   Conclusion& conclusion) const {
    const auto table = GuardTable::read(store_, Phase::weigh, guards_);
    if (!table) return tl::unexpected(table.error());
    for (const auto& candidate : candidates)
        if (candidate != conclusion.verdict.best_default && table->has(candidate))
            judge(*table, guards_, confidence_, candidate, conclusion);
    return {};
}

Result<std::string> GuardKeeping::simplified(Conclusion& conclusion) const {
    auto& simplified = *conclusion.simplified;
    const auto& winner = conclusion.verdict.recommended;
    if (simplified.recommended == winner) return std::string();
    const auto table = GuardTable::read(store_, Phase::simplify, guards_);
    if (!table) return tl::unexpected(table.error());
    auto broken = judge(*table, guards_, confidence_, simplified.recommended, conclusion);
    if (broken.empty()) return broken;
    simplified = {.recommended = winner, .shares = std::move(simplified.shares)};
    for (auto& share : simplified.shares) share.kept = true;
    return broken;
}

}  // namespace fstune::tuner
