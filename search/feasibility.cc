#include "search/feasibility.h"

#include <algorithm>

namespace fstune::search {

// A single value is the pair of it with itself. The filesystem is a fact like the rest.
std::vector<std::uint64_t> Feasibility::pairs(const knowledge::Configuration& c) const {
    const auto number = [this](Fact fact) {
        return numbers_.try_emplace(std::move(fact), numbers_.size()).first->second;
    };
    const auto& parameters = space_->parameters();
    std::vector<std::uint64_t> facts = {number({parameters.size(), c.filesystem})};
    for (const auto* p : space_->active(c))
        facts.push_back(
            number({static_cast<std::size_t>(p - parameters.data()), space_->value(c, *p)}));
    std::ranges::sort(facts);
    std::vector<std::uint64_t> all;
    all.reserve(facts.size() * (facts.size() + 1) / 2);
    for (std::size_t i = 0; i < facts.size(); ++i)
        for (std::size_t j = i; j < facts.size(); ++j) all.push_back(facts[i] << 32 | facts[j]);
    return all;
}

void Feasibility::tell(const knowledge::Configuration& canonical, bool works) {
    any_failed_ = any_failed_ || !works;
    waiting_.emplace_back(&canonical, works);
}

void Feasibility::count() const {
    for (const auto& [configuration, works] : waiting_)
        for (const std::uint64_t pair : pairs(*configuration)) {
            Count& count = counts_[pair];
            ++(works ? count.worked : count.failed);
        }
    waiting_.clear();
}

double Feasibility::chance(const knowledge::Configuration& configuration) const {
    if (!any_failed_) return 1;
    count();
    double lowest = 1;
    for (const std::uint64_t pair : pairs(configuration)) {
        const auto found = counts_.find(pair);
        if (found == counts_.end() || found->second.worked > 0) continue;
        const double failed = found->second.failed;
        lowest = std::min(lowest, 1 / (1 + failed * failed * 0.5));
    }
    return lowest;
}

}  // namespace fstune::search
