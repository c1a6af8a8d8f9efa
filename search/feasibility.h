// Learns which values and pairs of values make a configuration fail: a pair that failed and never
// worked is suspect, the more so the more often. Failures are often rules of that kind ("a log
// larger than an allocation group").
//
// Threads: one at a time, const members included (what was told is counted when it is asked for,
// so that telling a long history costs nothing).
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
    using Fact = std::pair<std::size_t, knowledge::Value>;  // place of the parameter, its value
    struct Count {
        int worked = 0, failed = 0;
    };

    std::vector<std::uint64_t> pairs(const knowledge::Configuration&) const;
    void count() const;

    const Space* space_;
    bool any_failed_ = false;
    mutable std::map<Fact, std::uint64_t> numbers_;  // of facts, as they come
    mutable std::vector<std::pair<const knowledge::Configuration*, bool>> waiting_;
    mutable std::unordered_map<std::uint64_t, Count> counts_;  // by pair of facts
};

}  // namespace fstune::search
