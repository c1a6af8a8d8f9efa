// Small pieces that the readers of other tools' output share: lines, words and numbers of a text
// that may be anything. No copies are made; views stay valid as long as the text.
//
// Threads: safe.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fstune::knowledge {

std::string_view trim(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);
std::vector<std::string_view> split_words(std::string_view text);  // by blanks and tabs
std::string to_lower(std::string_view text);

// The first line, without its LF or CRLF; `text` is moved past it.
std::string_view take_line(std::string_view& text);

// Calls `each(line)` for every line; makes no list, so that a file of empty lines costs nothing.
template <typename Each>
void for_each_line(std::string_view text, Each each) {
    while (!text.empty()) each(take_line(text));
}

// Whether a line passes the test; empty lines are none.
template <typename Test>
bool any_line(std::string_view text, Test test) {
    for (;;) {
        const auto at = text.find_first_not_of("\r\n");
        if (at == std::string_view::npos) return false;
        text.remove_prefix(at);
        if (test(take_line(text))) return true;
    }
}

// The whole text must be the number.
template <typename Number>
std::optional<Number> number_of(std::string_view text) {
    Number number{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

// The number at the front; what follows is left in `rest` where that is given.
template <typename Number>
std::optional<Number> number_at_front(std::string_view text, std::string_view* rest = nullptr) {
    Number number{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{}) return std::nullopt;
    if (rest != nullptr) *rest = text.substr(static_cast<std::size_t>(end - text.data()));
    return number;
}

// What stands between `before` and the next `after` (or the end); nothing where `before` is absent.
std::optional<std::string_view> between(std::string_view text, std::string_view before,
                                        std::string_view after = {});

// The value of "key=value" or "key= value" among the words of a line; ends at a blank or comma.
std::optional<std::string_view> value_of(std::string_view line, std::string_view key);

// a * b, or the largest number where that is too much for 64 bits.
std::uint64_t times(std::uint64_t a, std::uint64_t b);

// Comments and prompts that people paste around output: "# ...", "$ command".
bool is_comment(std::string_view line);

}  // namespace fstune::knowledge
