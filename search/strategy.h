// What to try next. A Strategy is asked for a proposal and told each finished trial; it never
// sleeps, prints or reads a clock.
//
// Determinism: what is asked next follows from the seed and the trials told, however often it was
// asked before. So a study is resumed by telling its trials alone, in their order. Every ask is
// followed by one tell of its trial before the next ask, and the trial carries the proposal's
// fidelity and block. Trials told may also be of
// configurations that were not asked for (the control, or an earlier study's). Threads: one at a
// time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "knowledge/configuration.h"
#include "knowledge/error.h"
#include "knowledge/trial.h"
#include "search/space.h"

namespace fstune::search {

struct Proposal {
    knowledge::Configuration configuration;
    double fidelity = 1;     // share of the full probe length, in (0, 1]
    std::int64_t block = 0;  // the trial's block: those of one block are compared; 0: no block
};

enum class Direction { maximize, minimize };

class Strategy {
  public:
    virtual ~Strategy() = default;

    // Never values that contradict each other (Space::consistent). Nothing when the strategy sees
    // nothing left worth a trial.
    virtual std::optional<Proposal> ask() = 0;
    virtual void tell(const knowledge::Trial& trial) = 0;

    // The best `count` configurations as the strategy believes by now, best first; never one that
    // failed or is unstable. May hold the control. Fewer where fewer were measured.
    virtual std::vector<knowledge::Configuration> best(std::size_t count) const = 0;
};

struct StrategySettings {
    std::uint64_t seed = 1;
    Direction direction = Direction::maximize;
    std::int64_t budget = 100;  // how many trials the search phase can expect to get
    std::vector<knowledge::Configuration> starting_points;  // expert knowledge, tried early
};

// The names that make_strategy() accepts, "auto" first.
std::vector<std::string> strategy_names();

// Errors: usage, for an unknown name or a space that the strategy cannot search.
Result<std::unique_ptr<Strategy>> make_strategy(const std::string& name, const Space& space,
                                                const StrategySettings& settings);

}  // namespace fstune::search
