// Drops from the winner what makes no difference, in randomised blocks. First all that the search's
// trials give no support for goes at once (half of it comes back where that does not hold), and so
// on with what is left; then, where the budget allows, each change that is left is put back to its
// default. Only what holds in a check of its own, beside the winner and the defaults, is
// recommended.
//
// Threads: one at a time. Deterministic for a seed; resumed by replay.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "search/blocks/block_table.h"
#include "search/simplification/check.h"
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
    // By parameter of the winner, from the search's trials; empty: none goes before it is measured.
    std::map<std::string, double> support = {};
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
    enum class Stage { group, shares, check, done };

    knowledge::Configuration without(const std::vector<std::string>& parameters) const;
    BlockTable& table();
    std::size_t goal_of_stage(std::int64_t left);
    void next_stage(std::int64_t left);
    void after_group(std::int64_t left);
    bool group_is_decided() const;
    void begin_group(std::int64_t left);
    void begin_group_check(std::int64_t left);
    void begin_shares(std::int64_t left);
    void weigh();
    void begin_check();
    void begin(Stage stage, const knowledge::Configuration& candidate);
    void accept();

    const Space* space_;
    SimplificationSettings settings_;
    Stage stage_ = Stage::done;
    std::vector<std::string> group_;  // that goes at once
    bool group_again_ = false;        // the second try, which drops half of them
    knowledge::Configuration base_;   // what shares are measured against
    std::optional<BlockTable> shares_table_;
    std::optional<Check> check_, accepted_;
    std::int64_t checks_ = 0;
    std::size_t goal_ = 0;  // blocks of this stage
    std::map<std::string, Gain> gains_;
    std::vector<std::string> droppable_;
    bool cautious_ = false;  // the second check, which drops less
};

}  // namespace fstune::search
