// Finds a JSON object inside other text: from the first line that starts with "{" to its matching
// "}".
//
// Threads: safe.
#pragma once

#include <optional>
#include <string_view>

namespace fstune::knowledge {

struct JsonPart {
    std::string_view before, json, after;
};

// Nothing where no object starts, or the one that starts never ends.
std::optional<JsonPart> json_part(std::string_view text);

}  // namespace fstune::knowledge
