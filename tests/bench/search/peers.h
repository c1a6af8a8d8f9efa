// What "auto" is compared with, as Strategies, so that all are run and judged the same way.
// For judging only: not part of fstune.
#pragma once

#include "search/strategy.h"

namespace fstune::bench {

// Tree-structured Parzen estimator with Optuna's defaults (univariate; 10 random trials first; the
// best tenth, at most 25, against the rest; 24 candidates; prior weight 1).
// tpe: recommends its best observation. tpe-mean: best by mean of its repeats, at least two where
// there are any.
// halving: random configurations, each once, then the better half again, and so on.
// random-best: random configurations, the best single observation.
std::vector<std::string> peer_names();
std::unique_ptr<search::Strategy> make_peer(const std::string& name, const search::Space& space,
                                            const search::StrategySettings& settings);

}  // namespace fstune::bench
