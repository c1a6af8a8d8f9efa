// Landscapes whose truth is known, for judging what a study claims.
#pragma once

#include <string>
#include <vector>

#include "tests/bench/search/replay.h"
#include "tests/bench/search/surface.h"
#include "tests/bench/verdict/whole_study.h"

namespace fstune::bench {

// Eight parameters; `share` is what one of them gains and no other changes anything. 0: flat.
Landscape planted(double share, double noise, Drift drift, std::int64_t budget, std::uint64_t seed);

// A recorded surface, as the search's benchmark replays it. `surface` must outlive it.
Landscape replayed(const Surface& surface, const Conditions& conditions);

}  // namespace fstune::bench
