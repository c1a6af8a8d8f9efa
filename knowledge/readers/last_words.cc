#include "knowledge/readers/last_words.h"

#include <algorithm>

#include "knowledge/readers/text.h"

namespace fstune::knowledge {

std::string last_words(std::string_view said, std::size_t most) {
    if (const auto usage = said.find("\nUsage:"); usage != std::string_view::npos)
        said = said.substr(0, usage);
    // Lines that are joined grow by two characters each; what is cut off need not be looked at.
    const auto end = said.substr(said.size() - std::min(said.size(), most));
    std::string text;
    for_each_line(end, [&text](std::string_view line) {
        line = trim(line);
        if (line.empty()) return;
        if (!text.empty()) text += " | ";
        for (const char c : line) {
            const bool plain = c >= ' ' && c <= '~';
            text += plain ? c : c == '\t' ? ' ' : '?';
        }
    });
    if (text.empty()) return "nothing";
    return (end.size() < said.size() ? "..." : "") + text;
}

}  // namespace fstune::knowledge
