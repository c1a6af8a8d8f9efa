#include "knowledge/readers/lines.h"

#include <algorithm>

namespace fstune::knowledge {

namespace {
constexpr const char* blanks = " \t\r\v\f";
}

std::optional<std::string_view> next_line(std::string_view& rest) {
    if (rest.empty()) return std::nullopt;
    const auto end = std::min(rest.find('\n'), rest.size());
    auto line = rest.substr(0, std::min(end, longest_line));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t at = line.find_first_not_of(blanks); at != std::string_view::npos;) {
        const auto end = std::min(line.find_first_of(blanks, at), line.size());
        words.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(blanks, end);
    }
    return words;
}

std::string_view trimmed(std::string_view text) {
    const auto from = text.find_first_not_of(blanks);
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(blanks) - from + 1);
}

std::uint64_t chunk_bytes(std::string_view text) {
    const auto number = number_at<std::uint64_t>(text);
    if (!number || *number > (std::uint64_t{1} << 40)) return 0;
    const auto unit = text.find_first_not_of("0123456789");
    if (unit == std::string_view::npos) return *number;
    switch (text[unit]) {
        case 'k':
        case 'K':
            return *number << 10;
        case 'm':
        case 'M':
            return *number << 20;
        default:
            return *number;
    }
}

}  // namespace fstune::knowledge
