#include "knowledge/readers/json_part.h"

namespace fstune::knowledge {

namespace {

std::size_t start_of(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const auto first = text.find_first_not_of(" \t\r", at);
        if (first == std::string_view::npos) break;
        if (text[first] == '{') return first;
        const auto end = text.find('\n', first);
        if (end == std::string_view::npos) break;
        at = end + 1;
    }
    return std::string_view::npos;
}

}  // namespace

std::optional<JsonPart> json_part(std::string_view text) {
    const auto start = start_of(text);
    if (start == std::string_view::npos) return std::nullopt;
    int depth = 0;
    bool quoted = false;
    for (auto at = start; at < text.size(); ++at) {
        const char c = text[at];
        if (quoted) {
            if (c == '\\')
                ++at;
            else if (c == '"')
                quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}' && --depth == 0) {
            return JsonPart{text.substr(0, start), text.substr(start, at + 1 - start),
                            text.substr(at + 1)};
        }
    }
    return std::nullopt;
}

}  // namespace fstune::knowledge
