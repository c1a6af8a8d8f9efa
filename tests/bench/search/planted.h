// Made-up surfaces whose truth is known: flat but for one pair of values that gains 5 %.
#pragma once

#include "tests/bench/search/surface.h"

namespace fstune::bench {

constexpr double planted_gain = 0.05;

// 288 configurations of 5 parameters; where `infeasible`, pairs of other values fail, 40 % of all.
Surface planted_surface(bool infeasible);

// 20 parameters of 12 values each, nothing measured: for timing.
search::Space wide_space();

}  // namespace fstune::bench
