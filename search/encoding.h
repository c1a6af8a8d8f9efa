// Configurations as vectors for the models: one coordinate for each parameter of the space, and
// one for the filesystem where there are several. What is not active stands at its default, so
// that parameters of another filesystem make no difference.
//
// Threads: const use is safe.
#pragma once

#include <vector>

#include "search/space.h"

namespace fstune::search {

class Encoding {
  public:
    explicit Encoding(const Space& space);

    std::size_t dimensions() const { return ordered_.size(); }
    // Ordered: distance is the difference of the coordinates, 1 from end to end. Otherwise
    // coordinates are equal or they are not.
    bool ordered(std::size_t dimension) const { return ordered_[dimension]; }

    std::vector<double> encode(const knowledge::Configuration&) const;

  private:
    const Space* space_;
    bool several_;
    std::vector<bool> ordered_;
    std::vector<double> lowest_, widest_;
};

}  // namespace fstune::search
