#include "search/feasibility.h"

#include <algorithm>

#include "knowledge/value.h"

namespace fstune::search {

// A single value is the pair of it with itself.
std::vector<Feasibility::Pair> Feasibility::pairs(const knowledge::Configuration& c) const {
    std::vector<Fact> facts = {{"", c.filesystem}};
    for (const auto* p : space_->active(c))
        facts.emplace_back(p->name, knowledge::to_text(space_->value(c, *p)));
    std::vector<Pair> all;
    for (std::size_t i = 0; i < facts.size(); ++i)
        for (std::size_t j = i; j < facts.size(); ++j) all.emplace_back(facts[i], facts[j]);
    return all;
}

void Feasibility::tell(const knowledge::Configuration& configuration, bool works) {
    any_failed_ = any_failed_ || !works;
    for (const Pair& pair : pairs(configuration)) {
        Count& count = counts_[pair];
        ++(works ? count.worked : count.failed);
    }
}

double Feasibility::chance(const knowledge::Configuration& configuration) const {
    if (!any_failed_) return 1;
    double lowest = 1;
    for (const Pair& pair : pairs(configuration)) {
        const auto found = counts_.find(pair);
        if (found == counts_.end() || found->second.worked > 0) continue;
        const double failed = found->second.failed;
        lowest = std::min(lowest, 1 / (1 + failed * failed * 0.5));
    }
    return lowest;
}

}  // namespace fstune::search
