// How the chance of a false claim is shared between the look half way and the one at the end.
//
// Source: Lan and DeMets, "Discrete sequential boundaries for clinical trials", Biometrika 70
// (1983), with O'Brien and Fleming's shape; see docs/statistics.md.
// Threads: safe.
#pragma once

namespace fstune::search {

// Of the whole `alpha`, what may be spent once `share` of the blocks are done.
double spent_alpha(double alpha, double share);

}  // namespace fstune::search
