// The strategies that make_strategy() knows, one file each. For search/strategy.cc alone.
#pragma once

#include <memory>
#include <string>

#include "search/strategy.h"

namespace fstune::search {

// Every configuration with the same chance, special values a little more often.
std::unique_ptr<Strategy> make_random(const Space&, const StrategySettings&);

// Latin hypercubes of growing size, one after the other.
std::unique_ptr<Strategy> make_lhs(const Space&, const StrategySettings&);

// The numeric parameters by an algorithm of NLopt ("direct-l-rand", "crs2", "isres", "esch",
// "sbplx", "bobyqa"); all others keep their defaults. Several filesystems take turns.
std::unique_ptr<Strategy> make_nlopt(const std::string& algorithm, const Space&,
                                     const StrategySettings&);

// The default.
std::unique_ptr<Strategy> make_auto(const Space&, const StrategySettings&);

}  // namespace fstune::search
