// Learns which values and pairs of values make a configuration fail: a pair that failed and never
// worked is suspect, the more so the more often. Failures are often rules of that kind ("a log
// larger than an allocation group").
//
// Threads: const use is safe.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "search/space.h"

namespace fstune::search {

class Feasibility {
  public:
    explicit Feasibility(const Space& space) : space_(&space) {}

    void tell(const knowledge::Configuration&, bool works);
    double chance(const knowledge::Configuration&) const;  // of working, in (0, 1]

  private:
    using Fact = std::pair<std::string, std::string>;  // parameter, value; "" for the filesystem
    using Pair = std::pair<Fact, Fact>;
    struct Count {
        int worked = 0, failed = 0;
    };

    std::vector<Pair> pairs(const knowledge::Configuration&) const;

    const Space* space_;
    std::map<Pair, Count> counts_;
    bool any_failed_ = false;
};

}  // namespace fstune::search
