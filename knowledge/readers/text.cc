#include "knowledge/readers/text.h"

#include <algorithm>
#include <cctype>
#include <limits>

namespace fstune::knowledge {

std::string_view trim(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n\v\f";
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

std::vector<std::string_view> split_words(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    std::vector<std::string_view> words;
    for (auto at = text.find_first_not_of(blanks); at != std::string_view::npos;) {
        const auto end = std::min(text.find_first_of(blanks, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(blanks, end);
    }
    return words;
}

std::string to_lower(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

std::string_view take_line(std::string_view& text) {
    const auto end = text.find('\n');
    auto line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

std::optional<std::string_view> between(std::string_view text, std::string_view before,
                                        std::string_view after) {
    const auto at = text.find(before);
    if (at == std::string_view::npos) return std::nullopt;
    text.remove_prefix(at + before.size());
    return after.empty() ? text : text.substr(0, text.find(after));
}

std::optional<std::string_view> value_of(std::string_view line, std::string_view key) {
    for (auto at = line.find(key); at != std::string_view::npos; at = line.find(key, at + 1)) {
        const bool at_word =
            at == 0 || std::string_view(" \t,(:").find(line[at - 1]) != std::string_view::npos;
        auto rest = line.substr(at + key.size());
        if (!at_word || !rest.starts_with('=')) continue;
        rest.remove_prefix(1);
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
        return rest.substr(0, rest.find_first_of(" \t,)"));
    }
    return std::nullopt;
}

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    return b != 0 && a > most / b ? most : a * b;
}

bool is_comment(std::string_view line) {
    line = trim(line);
    return line.starts_with('#') || line.starts_with("$ ");
}

}  // namespace fstune::knowledge
