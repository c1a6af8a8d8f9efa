#include "search/feasibility.h"

#include <algorithm>

namespace fstune::search {

namespace {

std::uint64_t pair_of(std::uint32_t a, std::uint32_t b) {
    const auto [low, high] = std::minmax(a, b);
    return (std::uint64_t{low} << 32) | high;
}

// Calls `with` for each two of the facts, and for each with itself.
template <typename With>
void each_pair(const std::vector<std::uint32_t>& facts, With with) {
    for (std::size_t i = 0; i < facts.size(); ++i)
        for (std::size_t j = i; j < facts.size(); ++j) with(facts[i], facts[j]);
}

}  // namespace

std::vector<Feasibility::Value> Feasibility::values(const knowledge::Configuration& c) const {
    std::vector<Value> all = {{nullptr, c.filesystem}};
    for (const auto* p : space_->active(c)) all.emplace_back(p, space_->value(c, *p));
    return all;
}

bool Feasibility::worked_together(Fact a, Fact b) const {
    auto in_a = worked_at_[a].begin(), in_b = worked_at_[b].begin();
    while (in_a != worked_at_[a].end() && in_b != worked_at_[b].end()) {
        if (*in_a == *in_b) return true;
        ++(*in_a < *in_b ? in_a : in_b);
    }
    return false;
}

void Feasibility::tell(const knowledge::Configuration& canonical, bool works) {
    any_failed_ = any_failed_ || !works;
    waiting_.emplace_back(&canonical, works);
}

void Feasibility::count() const {
    for (const auto& [configuration, works] : waiting_) {
        std::vector<Fact> told;
        for (auto& value : values(*configuration)) {
            const auto next = static_cast<Fact>(facts_.size());
            const auto [place, fresh] = facts_.try_emplace(std::move(value), next);
            if (fresh) worked_at_.emplace_back();
            told.push_back(place->second);
        }
        count(told, works);
    }
    waiting_.clear();
}

void Feasibility::count(const std::vector<Fact>& told, bool works) const {
    if (works) {
        for (const Fact fact : told) worked_at_[fact].push_back(worked_);
        ++worked_;
        return;
    }
    each_pair(told, [this](Fact a, Fact b) {
        const auto known = suspects_.find(pair_of(a, b));
        if (known != suspects_.end())
            ++known->second;
        else if (!worked_together(a, b))
            suspects_.emplace(pair_of(a, b), 1);
    });
}

double Feasibility::chance(const knowledge::Configuration& configuration) const {
    if (!any_failed_) return 1;
    count();
    std::vector<Fact> known;  // the others were never told, so never failed
    for (const auto& value : values(configuration))
        if (const auto found = facts_.find(value); found != facts_.end())
            known.push_back(found->second);
    double lowest = 1;
    each_pair(known, [&](Fact a, Fact b) {
        const auto found = suspects_.find(pair_of(a, b));
        if (found == suspects_.end()) return;
        if (worked_together(a, b)) {
            suspects_.erase(found);  // once worked, it is suspect no more
            return;
        }
        const double failed = found->second;
        lowest = std::min(lowest, 1 / (1 + failed * failed * 0.5));
    });
    return lowest;
}

}  // namespace fstune::search
