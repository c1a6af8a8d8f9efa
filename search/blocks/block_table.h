// Trials in blocks: every contestant once a block, in random order. What is compared is the ratio
// to another contestant of the same block, so that a drift of the machine cancels. A block in which
// the machine changed its speed at once (speed_step.h) does not count.
//
// Units: log ratios are natural logarithms, turned so that higher is better.
// Threads: one at a time. Deterministic for a seed; resumed by replay.
#pragma once

#include <map>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "search/blocks/speed_step.h"
#include "search/phase.h"
#include "search/statistics/student.h"

namespace fstune::search {

class BlockTable {
  public:
    // Blocks are numbered from `first_block`, which is not 0.
    BlockTable(std::vector<knowledge::Configuration> contestants, Direction direction,
               std::uint64_t seed, std::int64_t first_block);

    std::optional<Question> ask();  // nothing between two blocks
    void begin_block();
    void tell(const knowledge::Trial& trial);  // the answer to the last ask

    // Has no part in later blocks; what is known of it stays.
    void drop(const knowledge::Configuration& contestant);

    const std::vector<knowledge::Configuration>& contestants() const { return contestants_; }
    std::size_t blocks() const { return blocks_.size(); }           // complete ones
    std::size_t stepped_blocks() const { return stepped_.size(); }  // that do not count
    std::size_t counted_blocks() const { return blocks() - stepped_blocks(); }
    int failures(const knowledge::Configuration& contestant) const;
    // In every complete block.
    std::vector<double> values(const knowledge::Configuration& contestant) const;
    // One for each block that counts and measured both.
    std::vector<double> log_ratios(const knowledge::Configuration& contestant,
                                   const knowledge::Configuration& to) const;
    // Unstable in itself: the values range over 30 % and so do their ratios to `control`, so that
    // it is not the machine that drifts.
    bool is_unstable(const knowledge::Configuration& contestant,
                     const knowledge::Configuration& control) const;

  private:
    using Block = std::map<knowledge::Configuration, double>;

    void find_steps();

    std::vector<knowledge::Configuration> contestants_;
    Direction direction_;
    std::mt19937_64 random_;
    std::int64_t block_;
    std::vector<knowledge::Configuration> waiting_;
    std::optional<Block> open_;
    std::vector<Block> blocks_;
    std::vector<TimedValue> timed_;                          // of complete blocks and the open one
    std::map<knowledge::Configuration, std::size_t> names_;  // numbers in timed_
    std::set<std::size_t> stepped_;                          // indices of blocks_
    std::map<knowledge::Configuration, int> failures_;
};

}  // namespace fstune::search
