// Lines, words and numbers of other tools' output, in linear time and bounded memory: what a line
// holds beyond `longest_line` is skipped.
//
// Threads: safe.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace fstune::knowledge {

constexpr std::size_t longest_line = 65536;
// More arrays, devices or signatures than this is no description of a machine.
constexpr std::size_t most_entries = 4096;
// A document that must be held whole to be understood.
constexpr std::size_t longest_json = std::size_t{16} << 20;

// Cuts the next line off `rest`, without its end ("\n" or "\r\n"); none at the end of the text.
std::optional<std::string_view> next_line(std::string_view& rest);
std::vector<std::string_view> words_of(std::string_view line);
std::string_view trimmed(std::string_view text);

// The number that the text begins with.
template <typename Number>
std::optional<Number> number_at(std::string_view text) {
    Number number{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{}) return std::nullopt;
    return number;
}

// "512K", "2048k", "64", "1M": bytes; 0 for what is no such size.
std::uint64_t chunk_bytes(std::string_view text);

}  // namespace fstune::knowledge
