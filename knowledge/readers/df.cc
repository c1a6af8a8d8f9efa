#include "knowledge/readers/df.h"

#include "knowledge/readers/text.h"
#include "knowledge/units.h"

namespace fstune::knowledge {

namespace {

enum class Part { none, inodes, space };

Part header_of(std::string_view line, std::uint64_t& unit) {
    if (!line.starts_with("Filesystem")) return Part::none;
    if (line.find("IUsed") != line.npos) return unit = 1, Part::inodes;
    if (line.find("Use%") == line.npos && line.find("Capacity") == line.npos) return Part::none;
    unit = line.find("1K-blocks") != line.npos || line.find("1024-blocks") != line.npos ? 1024 : 1;
    return Part::space;
}

std::uint64_t number_in(std::string_view word, std::uint64_t unit) {
    const auto size = parse_size(word);
    return size ? times(*size, unit) : 0;
}

void take_row(std::string_view line, Part part, std::uint64_t unit, Df& df) {
    const auto words = split_words(line);
    if (words.size() < 6 || words.front() == "$") return;
    DfRow row{std::string(words[0]), std::string(words.back()), number_in(words[1], unit),
              number_in(words[2], unit), number_in(words[3], unit)};
    auto& rows = part == Part::inodes ? df.inodes : df.space;
    if (row.total != 0 && rows.size() < 4096) rows.push_back(std::move(row));
}

}  // namespace

bool is_df(std::string_view text) {
    const auto df = read_df(text);
    return !df.inodes.empty() || !df.space.empty();
}

Df read_df(std::string_view text) {
    Df df;
    auto part = Part::none;
    std::uint64_t unit = 1;
    for_each_line(text, [&](std::string_view line) {
        if (const auto next = header_of(line, unit); next != Part::none)
            part = next;
        else if (part != Part::none)
            take_row(line, part, unit, df);
    });
    return df;
}

}  // namespace fstune::knowledge
