#include "tuner/study/metric_table.h"

#include <algorithm>
#include <cmath>

namespace fstune::tuner {

namespace {

// A metric that is zero on one side only has changed beyond all measure.
double log_ratio(double one, double other) {
    constexpr double least = 1e-12;
    return std::log(std::max(one, least) / std::max(other, least));
}

}  // namespace

Result<MetricTable> MetricTable::read(const StudyStore& store,
                                      const std::set<knowledge::Phase>& phases,
                                      const std::function<bool(const std::string&)>& wanted) {
    constexpr std::size_t page_size = 500;
    MetricTable table;
    for (std::int64_t last = 0;;) {
        const auto page = store.trials(last, page_size);
        if (!page) return tl::unexpected(page.error());
        if (page->empty()) return table;
        for (const auto& stored : *page) {
            last = stored.intention.id;
            const auto* measured = std::get_if<knowledge::Measurement>(&stored.outcome);
            if (measured == nullptr || !phases.contains(stored.intention.phase)) continue;
            auto& row = table.blocks_[stored.intention.block][stored.intention.configuration];
            for (const auto& [metric, value] : measured->metrics) {
                if (!wanted(metric)) continue;
                row[metric] = value;
                table.metrics_.insert(metric);
            }
        }
    }
}

bool MetricTable::has(const knowledge::Configuration& configuration) const {
    return std::ranges::any_of(
        blocks_, [&](const auto& block) { return block.second.contains(configuration); });
}

std::vector<double> MetricTable::values(const std::string& metric,
                                        const knowledge::Configuration& configuration) const {
    std::vector<double> all;
    for (const auto& [number, block] : blocks_) {
        const auto row = block.find(configuration);
        if (row == block.end()) continue;
        if (const auto found = row->second.find(metric); found != row->second.end())
            all.push_back(found->second);
    }
    return all;
}

std::vector<double> MetricTable::log_ratios(const std::string& metric,
                                            const knowledge::Configuration& one,
                                            const knowledge::Configuration& other) const {
    std::vector<double> all;
    for (const auto& [number, block] : blocks_) {
        const auto above = block.find(one), below = block.find(other);
        if (above == block.end() || below == block.end()) continue;
        const auto of_one = above->second.find(metric), of_other = below->second.find(metric);
        if (of_one == above->second.end() || of_other == below->second.end()) continue;
        all.push_back(log_ratio(of_one->second, of_other->second));
    }
    return all;
}

}  // namespace fstune::tuner
