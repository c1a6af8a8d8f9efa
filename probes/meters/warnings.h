// What can make a measurement mean something else than it seems: a closed set, each with what to
// do next.
// Threads: safe.
#pragma once

#include <string>
#include <vector>

namespace fstune::probes {

enum class Warning {
    cached_result,
    data_set_too_small,
    compressed_away,
};

// "cached result" ; every text() begins with it.
std::string title(Warning warning);
// "cached result: DETAIL; drop ..." with what to do next.
std::string text(Warning warning, const std::string& detail);
const std::vector<Warning>& all_warnings();
// Whether a text that text() made is of this kind.
bool is(Warning warning, const std::string& text);

}  // namespace fstune::probes
