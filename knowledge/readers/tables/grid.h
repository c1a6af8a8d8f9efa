// Text as rows of fields: comma, semicolon, tab, or blanks between them. Knows lines' ends of every
// system, a byte order mark, quotes, comments ('#') and empty lines; not what the fields mean.
//
// Errors: bad_input, naming the line: a quote that does not end, a row with too many or few fields.
// Threads: safe.
// Source: RFC 4180.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/error.h"

namespace fstune::knowledge {

struct Row {
    std::size_t line = 0;  // from 1
    std::vector<std::string> fields;
};

struct Grid {
    std::vector<Row> rows;
    std::vector<std::string> comments;  // without '#'
    char delimiter = ' ';               // ' ': blanks
};

Result<Grid> read_grid(std::string_view text);

// The whole field: "1e3", "-4.5". "nan" and "inf" are numbers too, for the caller to refuse.
std::optional<double> to_number(std::string_view field);

}  // namespace fstune::knowledge
