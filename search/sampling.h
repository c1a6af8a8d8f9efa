// Draws configurations from a space: at random, spread out, or near a given one. Special values
// and defaults are drawn more often than chance would. Every result is canonical and consistent:
// values that contradict each other go back to their defaults, as few as it takes.
//
// Threads: safe, with one Random a thread.
#pragma once

#include <random>
#include <vector>

#include "search/space.h"

namespace fstune::search {

using Random = std::mt19937_64;

double uniform(Random&);                        // [0, 1)
std::size_t below(Random&, std::size_t bound);  // 0 .. bound - 1

knowledge::Configuration random_configuration(const Space&, Random&);

// Changes one active parameter; the same where the change would contradict the rest.
knowledge::Configuration random_neighbour(const Space&, const knowledge::Configuration&, Random&);

// The configuration with its parameters changed one at a time; a parameter with more values than
// `most` is moved to `most` values at random.
std::vector<knowledge::Configuration> neighbours(const Space&, const knowledge::Configuration&,
                                                 std::size_t most, Random&);

// Latin hypercube: each parameter's range cut into `count` shares, each share used once. Several
// filesystems take turns.
std::vector<knowledge::Configuration> latin_hypercube(const Space&, std::size_t count, Random&);

// Every configuration, or nothing where there are more than `limit`.
std::vector<knowledge::Configuration> all_configurations(const Space&, std::size_t limit);

}  // namespace fstune::search
