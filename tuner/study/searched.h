// What the search's trials say of a winner in hindsight, read from the store page by page.
//
// Errors: those of the store.
#pragma once

#include <map>
#include <string>

#include "search/strategy.h"
#include "tuner/store/study_store.h"

namespace fstune::tuner {

// How much each of the winner's changes seems to carry (see search/simplification/support.h).
Result<std::map<std::string, double>> support_in_search(const StudyStore& store,
                                                        const knowledge::Configuration& winner,
                                                        search::Direction direction);

}  // namespace fstune::tuner
