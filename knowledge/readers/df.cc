#include "knowledge/readers/df.h"

#include "knowledge/readers/text.h"
#include "knowledge/units.h"

namespace fstune::knowledge {

namespace {

enum class Part { none, inodes, space };

// What the columns of the rows below a header mean.
struct Columns {
    Part part = Part::none;
    std::uint64_t unit = 1;
    std::size_t first = 1;  // of the numbers: after the name, and the type with -T
};

Columns header_of(std::string_view line) {
    Columns columns;
    if (!line.starts_with("Filesystem")) return columns;
    const auto words = split_words(line);
    if (words.size() > 1 && words[1] == "Type") columns.first = 2;
    if (line.find("IUsed") != line.npos) {
        columns.part = Part::inodes;
    } else if (line.find("Use%") != line.npos || line.find("Capacity") != line.npos) {
        columns.part = Part::space;
        const auto size = words.size() > columns.first ? words[columns.first] : words[0];
        if (size.starts_with("1K-") || size.starts_with("1024-")) columns.unit = 1024;
        if (size.starts_with("1M-")) columns.unit = 1048576;
    }
    return columns;
}

std::uint64_t number_in(std::string_view word, std::uint64_t unit) {
    const auto size = parse_size(word);
    return size ? times(*size, unit) : 0;
}

// `held`: the name of a row that df wrapped because it was long.
void take_row(std::string_view line, const Columns& columns, std::string_view& held, Df& df) {
    auto words = split_words(line);
    if (words.size() == 1) held = words.front();
    if (words.size() == 1 || (!words.empty() && words.front() == "$")) return;
    if (!held.empty()) words.insert(words.begin(), held);
    held = {};
    const auto first = columns.first;
    if (words.size() < first + 5) return;
    const auto at = [&](std::size_t i) { return number_in(words[first + i], columns.unit); };
    DfRow row{std::string(words[0]), std::string(words.back()), at(0), at(1), at(2)};
    auto& rows = columns.part == Part::inodes ? df.inodes : df.space;
    if (row.total != 0 && rows.size() < 4096) rows.push_back(std::move(row));
}

}  // namespace

bool is_df(std::string_view text) {
    const auto df = read_df(text);
    return !df.inodes.empty() || !df.space.empty();
}

Df read_df(std::string_view text) {
    Df df;
    Columns columns;
    std::string_view held;
    for_each_line(text, [&](std::string_view line) {
        if (const auto next = header_of(line); next.part != Part::none)
            columns = next;
        else if (columns.part != Part::none)
            take_row(line, columns, held, df);
    });
    return df;
}

}  // namespace fstune::knowledge
