#include "tuner/study/guard_table.h"

#include <algorithm>
#include <cmath>

#include "search/verdict/decide.h"

namespace fstune::tuner {

namespace {

// A metric that is zero on one side only has changed beyond all measure.
double log_ratio(double candidate, double control) {
    constexpr double least = 1e-12;
    return std::log(std::max(candidate, least) / std::max(control, least));
}

}  // namespace

Result<GuardTable> GuardTable::read(const StudyStore& store, knowledge::Phase phase,
                                    const std::vector<Guard>& guards) {
    constexpr std::size_t page_size = 500;
    GuardTable table;
    if (guards.empty()) return table;
    for (std::int64_t last = 0;;) {
        const auto page = store.trials(last, page_size);
        if (!page) return tl::unexpected(page.error());
        if (page->empty()) return table;
        for (const auto& stored : *page) {
            last = stored.intention.id;
            const auto* measured = std::get_if<knowledge::Measurement>(&stored.outcome);
            if (measured == nullptr || stored.intention.phase != phase) continue;
            auto& row = table.blocks_[stored.intention.block][stored.intention.configuration];
            for (const auto& guard : guards)
                if (const auto found = measured->metrics.find(guard.metric);
                    found != measured->metrics.end())
                    row[guard.metric] = found->second;
        }
    }
}

GuardResult GuardTable::judge(const Guard& guard, const knowledge::Configuration& candidate,
                              const knowledge::Configuration& control, double confidence) const {
    std::vector<double> log_ratios;
    for (const auto& [number, block] : blocks_) {
        const auto one = block.find(candidate), other = block.find(control);
        if (one == block.end() || other == block.end()) continue;
        const auto above = one->second.find(guard.metric), below = other->second.find(guard.metric);
        if (above == one->second.end() || below == other->second.end()) continue;
        log_ratios.push_back(log_ratio(above->second, below->second));
    }
    GuardResult result{.guard = guard, .configuration = candidate};
    if (log_ratios.empty()) return result;
    result.change = search::gain_of(log_ratios, confidence);
    // As text has it, so that a limit that is met exactly is kept.
    constexpr double digits = 1e9;
    result.kept = guard.allows(std::round(result.change->estimate * digits) / digits);
    result.sure = guard.allows(guard.at_most ? result.change->high : result.change->low);
    return result;
}

}  // namespace fstune::tuner
