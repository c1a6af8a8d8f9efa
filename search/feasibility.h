// Learns which values and pairs of values make a configuration fail: a pair that failed and never
// worked is suspect, the more so the more often. Failures are often rules of that kind ("a log
// larger than an allocation group").
//
// Of what worked, only the places of each value are kept, not its pairs: a study of 100,000 trials
// has too many. Nothing is counted before it is asked for, so that telling costs nothing.
//
// Threads: one at a time, const members included.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/space.h"

namespace fstune::search {

class Feasibility {
  public:
    explicit Feasibility(const Space& space) : space_(&space) {}

    // `canonical` has to stay where it is.
    void tell(const knowledge::Configuration& canonical, bool works);
    double chance(const knowledge::Configuration&) const;  // of working, in (0, 1]

  private:
    // A value of a parameter; the filesystem is the value of no parameter.
    using Value = std::pair<const knowledge::Parameter*, knowledge::Value>;
    using Fact = std::uint32_t;
    using Pair = std::uint64_t;  // of facts, the smaller one first; of a single value with itself

    std::vector<Value> values(const knowledge::Configuration&) const;
    bool worked_together(Fact a, Fact b) const;
    void count() const;
    void count(const std::vector<Fact>& told, bool works) const;

    const Space* space_;
    bool any_failed_ = false;
    mutable std::vector<std::pair<const knowledge::Configuration*, bool>> waiting_;
    mutable std::map<Value, Fact> facts_;
    // Of each fact: which of what worked has it.
    mutable std::vector<std::vector<std::uint32_t>> worked_at_;
    mutable std::uint32_t worked_ = 0;
    mutable std::unordered_map<Pair, int> suspects_;  // how often each failed
};

}  // namespace fstune::search
