// What tables with one value for each variant and condition still show: places with their ties,
// growth over a condition, and how a variant does over all conditions together.
// Threads: safe.
#pragma once

#include "tuner/compare/compare.h"
#include "tuner/compare/pairs.h"

namespace fstune::tuner {

// Source: a choice. A quarter of storage setups vary more than 10 % between runs (Cao et al., FAST
// 2017, "On the Performance Variation in Modern Storage Stacks"); the quiet ones a few percent.
constexpr double single_run_noise = 0.05;

struct Grouped {  // the single values of two variants over the conditions of one phase
    std::string label;
    SeriesPair first;
    search::Sides sides;
};

std::vector<Grouped> over_conditions(const std::vector<SeriesPair>& pairs);
std::vector<Stretch> stretches_of(const std::vector<SeriesPair>& pairs);
std::vector<Growth> growth_of(const std::vector<knowledge::Series>& series);
std::vector<Place> places_of(const std::vector<knowledge::Series>& series,
                             std::optional<search::Direction> direction);
std::vector<std::string> first_everywhere(const std::vector<Place>& places);

search::Direction direction_of(const knowledge::Series& series,
                               std::optional<search::Direction> asked);

}  // namespace fstune::tuner
