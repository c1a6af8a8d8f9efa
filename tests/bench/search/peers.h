// What "auto" is compared with, as Strategies, so that all are run and judged the same way.
// For judging only: not part of fstune.
#pragma once

#include <optional>

#include "search/strategy.h"

namespace fstune::bench {

// optuna: Optuna's TPE, which recommends its best observation. optuna-mean: the same, best by mean
// of its repeats, at least two where there are any.
// irace: recommends its elite; one run for each budget.
// halving: random configurations, each once, then the better half again, and so on.
// random-best: random configurations, the best single observation.
std::vector<std::string> peer_names();
std::unique_ptr<search::Strategy> make_peer(const std::string& name, const search::Space& space,
                                            const search::StrategySettings& settings);

// Why a peer cannot be run here, with the package that it needs; nothing where it can.
std::optional<std::string> why_not(const std::string& peer);

// A run's beginning is the run of a smaller budget.
bool any_time(const std::string& peer);

}  // namespace fstune::bench
