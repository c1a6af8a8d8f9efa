#include "probes/workloads/io/walk.h"

#include <algorithm>

namespace fstune::probes {

Walk::Walk(const Pattern& pattern, const Share& share, std::uint64_t seed)
    : pattern_(pattern),
      share_(share),
      seed_(seed),
      blocks_each_(std::max<std::uint64_t>(share.front().size / pattern.block, 1)),
      blocks_(blocks_each_ * share.size()),
      order_(blocks_, seed) {}

bool Walk::is_write() const {
    if (pattern_.write_share <= 0 || pattern_.write_share >= 1) return pattern_.writes();
    // The high bits of a multiplication hash are as good as random, and need no state.
    const std::uint64_t mixed = (seed_ + passes_ * blocks_ + turn_) * 0x9e3779b97f4a7c15ULL;
    return static_cast<double>(mixed >> 11U) * 0x1p-53 < pattern_.write_share;
}

Step Walk::next() {
    const bool again = turn_ == blocks_;
    if (again) turn_ = 0;
    if (turn_ == 0) ++passes_;
    const auto block = pattern_.random ? order_(turn_) : turn_;
    const auto& range = share_[block / blocks_each_];
    const Step step{&range, range.begin + block % blocks_each_ * pattern_.block, is_write(), again};
    ++turn_;
    return step;
}

}  // namespace fstune::probes
