// Puts each changed parameter of the winner back to its default, in randomised blocks, and drops
// what makes no difference. What remains is then measured beside the winner and the defaults; where
// it does not hold, what was dropped comes back.
//
// Threads: one at a time. Deterministic for a seed; resumed by replay.
#pragma once

#include <optional>

#include "search/blocks/block_table.h"
#include "search/space.h"
#include "search/verdict/verdict.h"

namespace fstune::search {

struct SimplificationSettings {
    knowledge::Configuration winner;
    knowledge::Configuration best_default;  // may be of another filesystem
    Gain confirmed;  // of the winner over its own default: the share of a parameter that is alone
    Direction direction = Direction::maximize;
    double confidence = 0.95;
    double min_gain = 0.02;
    std::uint64_t seed = 1;
    std::int64_t first_block = 2'000'000'000;
    std::size_t least_blocks = 3, most_blocks = 12;
};

class Simplification : public PhaseDriver {
  public:
    Simplification(const Space& space, SimplificationSettings settings);

    std::optional<Question> ask(std::int64_t left) override;
    void tell(const knowledge::Trial& trial) override;

    Simplified result() const;  // final once ask() gave nothing

  private:
    enum class Stage { shares, check, done };

    knowledge::Configuration without(const std::string& parameter) const;
    std::vector<knowledge::Configuration> reduced() const;
    std::size_t goal_of_stage(std::int64_t left) const;
    void weigh();
    void next_stage();
    bool holds() const;
    void begin_check();

    const Space* space_;
    SimplificationSettings settings_;
    Stage stage_ = Stage::shares;
    BlockTable shares_table_;
    std::optional<BlockTable> check_table_;
    std::size_t goal_ = 0;  // blocks of this stage
    std::vector<ParameterShare> shares_;
    knowledge::Configuration candidate_;
    bool cautious_ = false;  // the second try, which drops less
    bool accepted_ = false;
};

}  // namespace fstune::search
