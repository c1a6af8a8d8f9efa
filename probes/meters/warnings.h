// What can make a measurement mean something else than it seems: a closed set, each with what to
// do next. A warning is kept as one text, from which parts() gets code, message and advice again.
// Threads: safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fstune::probes {

enum class Warning {
    cached_result,
    device_busy,
    array_sync,
    processor_busy,
    throttled,
    cache_unflushed,
    data_set_too_small,
    compressed_away,
    above_ceiling,
};

struct WarningParts {
    std::string code;     // "cached-result": stable, for programs
    std::string message;  // "cached result: DETAIL"
    std::string advice;   // what to do next
};

// "cached result" ; every text() begins with it.
std::string title(Warning warning);
// "cached-result"
std::string code(Warning warning);
// "cached result: DETAIL; drop ..." with what to do next.
std::string text(Warning warning, const std::string& detail);
const std::vector<Warning>& all_warnings();
// Whether a text that text() made is of this kind.
bool is(Warning warning, const std::string& text);
// Nothing for a text that text() did not make.
std::optional<WarningParts> parts(const std::string& text);

}  // namespace fstune::probes
