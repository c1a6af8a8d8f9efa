#include "knowledge/readers/fstab.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "knowledge/readers/text.h"

namespace fstune::knowledge {

namespace {

constexpr std::string_view blanks = " \t\r";

bool looks_like_source(std::string_view word) {
    constexpr std::array<std::string_view, 6> tags = {
        "UUID=", "LABEL=", "PARTUUID=", "PARTLABEL=", "ID=", "/"};
    if (std::ranges::any_of(tags, [&](auto tag) { return word.starts_with(tag); })) return true;
    return word == "none" || word == "tmpfs" || word == "proc" || word == "sysfs" ||
           word == "overlay" || word == "devpts" || word == "cgroup2" ||
           word.find(":/") != std::string_view::npos;
}

bool looks_like_target(std::string_view word) {
    return word.starts_with('/') || word == "none" || word == "swap";
}

bool looks_like_filesystem(std::string_view word) {
    return !word.empty() && std::ranges::all_of(word, [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.' || c == ',';
    }) && std::isalpha(static_cast<unsigned char>(word.front())) != 0;
}

FstabEntry entry_of(const std::vector<std::string_view>& words, int line) {
    FstabEntry entry;
    entry.line = line;
    entry.fields = static_cast<int>(std::min<std::size_t>(words.size(), 6));
    // A field that starts with '#' opens a comment only after the fields that must be there.
    for (std::size_t i = 3; i < words.size() && i < 6; ++i)
        if (words[i].starts_with('#')) {
            entry.fields = static_cast<int>(i);
            break;
        }
    entry.source = words[0];
    entry.target = words[1];
    entry.filesystem = words[2];
    if (entry.fields > 3) entry.options = split_options(words[3]);
    const auto number = [&](std::size_t index) {
        if (entry.fields <= static_cast<int>(index)) return 0;
        const auto value = number_of<int>(words[index]);
        if (!value || *value < 0) entry.numbers_valid = false;
        return value.value_or(0);
    };
    entry.dump = number(4);
    entry.pass = number(5);
    return entry;
}

}  // namespace

bool FstabEntry::has(std::string_view name) const {
    return std::ranges::any_of(options, [&](const auto& o) { return option_name(o) == name; });
}

std::string_view option_name(std::string_view option) { return option.substr(0, option.find('=')); }

std::string_view option_value(std::string_view option) {
    const auto at = option.find('=');
    return at == std::string_view::npos ? std::string_view{} : option.substr(at + 1);
}

std::vector<std::string> split_options(std::string_view field) {
    std::vector<std::string> options;
    std::string option;
    bool quoted = false;
    for (const char c : field) {
        if (c == '"') quoted = !quoted;
        if (c == ',' && !quoted) {
            if (!option.empty()) options.push_back(std::move(option));
            option.clear();
        } else {
            option += c;
        }
    }
    if (!option.empty()) options.push_back(std::move(option));
    return options;
}

bool is_fstab_line(std::string_view line) {
    const auto words = split_words(line);
    if (words.size() < 3 || words[0].starts_with('#')) return false;
    if (!looks_like_source(words[0]) || !looks_like_target(words[1]) ||
        !looks_like_filesystem(words[2]))
        return false;
    // df and the like have numbers where an fstab has options.
    return words.size() < 4 || std::isdigit(static_cast<unsigned char>(words[3].front())) == 0;
}

Fstab read_fstab(std::string_view text) {
    Fstab fstab;
    fstab.ends_with_newline = text.empty() || text.ends_with('\n');
    fstab.crlf = text.find("\r\n") != std::string_view::npos;
    for_each_line(text, [&](std::string_view line) {
        FstabLine kept{std::string(line), -1};
        const auto words = split_words(line);
        if (words.size() >= 3 && !words[0].starts_with('#')) {
            kept.entry = static_cast<int>(fstab.entries.size());
            fstab.entries.push_back(entry_of(words, static_cast<int>(fstab.lines.size()) + 1));
        }
        fstab.lines.push_back(std::move(kept));
    });
    return fstab;
}

std::string rewritten(std::string_view line, const FstabEntry& entry) {
    const std::array<std::string, 6> fields = {
        entry.source,
        entry.target,
        entry.filesystem,
        entry.options.empty() ? "defaults" : fmt::format("{}", fmt::join(entry.options, ",")),
        std::to_string(entry.dump),
        std::to_string(entry.pass)};
    // A field that was not there is written only where it must be.
    int needed = entry.fields;
    if (entry.fields < 4 && !entry.options.empty()) needed = 4;
    std::string out;
    std::size_t at = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(needed); ++i) {
        const auto start = std::min(line.find_first_not_of(blanks, at), line.size());
        const bool present = static_cast<int>(i) < entry.fields;
        out += present ? std::string(line.substr(at, start - at)) : " ";
        out += fields[i];
        if (present) at = std::min(line.find_first_of(blanks, start), line.size());
    }
    out += line.substr(at);
    return out;
}

}  // namespace fstune::knowledge
