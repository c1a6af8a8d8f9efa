#include "tuner/cli/columns.h"

#include <sstream>

namespace fstune::tuner {

std::string wrapped(const std::string& text, std::size_t indent) {
    std::string out;
    std::size_t at = indent;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const bool first = at == indent;
        if (!first && at + 1 + word.size() > line_width) {
            out += "\n" + std::string(indent, ' ');
            at = indent;
        } else if (!first) {
            out += ' ';
            ++at;
        }
        out += word;
        at += word.size();
    }
    return out;
}

}  // namespace fstune::tuner
