// Which series stand against which, and what one pair of them holds.
// Threads: safe.
#pragma once

#include <string>
#include <vector>

#include "knowledge/error.h"
#include "knowledge/readers/tables/series.h"
#include "search/statistics/compare_sides.h"

namespace fstune::tuner {

struct SeriesPair {
    const knowledge::Series* a = nullptr;
    const knowledge::Series* b = nullptr;
};

std::vector<std::string> variants_of(const std::vector<knowledge::Series>& series);
// usage: no such variant.
Result<std::string> baseline_of(const std::vector<std::string>& variants, const std::string& asked);
std::vector<SeriesPair> pairs_of(const std::vector<knowledge::Series>& series,
                                 const std::string& baseline);

search::Sides sides_of(const SeriesPair& pair);

// Values that were measured one side after the other, by the file's own word on their order.
bool is_confounded(const SeriesPair& pair);
// The file does not say the order, but its values drift on within each side.
bool drifts(const SeriesPair& pair);

}  // namespace fstune::tuner
