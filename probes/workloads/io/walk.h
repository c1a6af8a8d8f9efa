// The order in which one thread goes through its ranges: the same for a seed.
// Threads: one at a time.
#pragma once

#include "probes/workloads/pattern.h"
#include "probes/workloads/permutation.h"

namespace fstune::probes {

struct Step {
    const Range* range = nullptr;
    std::uint64_t offset = 0;  // in the file or device
    bool write = false;
    bool begins_pass = false;  // another than the first
};

class Walk {
  public:
    Walk(const Pattern& pattern, const Share& share, std::uint64_t seed);

    bool ended() const { return turn_ == blocks_ && pattern_.ends_after_one_pass(); }
    bool at_end() const { return turn_ == blocks_; }  // of a pass
    Step next();
    std::uint64_t passes() const { return passes_; }

  private:
    bool is_write() const;

    const Pattern& pattern_;
    const Share& share_;
    std::uint64_t seed_;
    std::uint64_t blocks_each_, blocks_;
    Permutation order_;
    std::uint64_t turn_ = 0, passes_ = 0;
};

}  // namespace fstune::probes
