#include "knowledge/readers/tables/ministat.h"

#include <fmt/format.h>

#include <map>
#include <sstream>

#include "knowledge/readers/tables/grid.h"

namespace fstune::knowledge {

namespace {

std::vector<std::string> words(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> all;
    for (std::string word; stream >> word;) all.push_back(word);
    return all;
}

bool is_head(const std::vector<std::string>& line) {
    return line == std::vector<std::string>{"N", "Min", "Max", "Median", "Avg", "Stddev"};
}

bool is_mark(const std::string& word) {
    return word.size() == 1 && std::string_view("x+*%#@O").find(word) != std::string_view::npos;
}

Result<Series> series_of(const std::vector<std::string>& line, std::size_t number,
                         const std::string& variant, std::size_t output) {
    const auto n = to_number(line[1]), mean = to_number(line[5]), deviation = to_number(line[6]);
    if (!n || !mean || !deviation || *n < 1)
        return fail(ErrorCode::bad_input,
                    fmt::format("line {}: not the figures of a data set", number));
    return Series{.phase = std::to_string(output),
                  .variant = variant,
                  .metric = "",
                  .summary = Summary{static_cast<std::size_t>(*n), *mean, *deviation}};
}

}  // namespace

bool is_ministat(std::string_view text) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);)
        if (is_head(words(line))) return true;
    return false;
}

Result<std::vector<Series>> read_ministat(std::string_view text) {
    std::istringstream lines{std::string(text)};
    std::map<std::string, std::string> legend;
    std::vector<Series> all;
    std::size_t number = 0, output = 0;
    bool in_figures = false;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const auto fields = words(line);
        if (is_head(fields)) {
            ++output;
            in_figures = true;
        } else if (fields.size() == 7 && in_figures && is_mark(fields[0])) {
            const auto named = legend.find(fields[0]);
            auto one = series_of(fields, number, named == legend.end() ? fields[0] : named->second,
                                 output);
            if (!one) return tl::unexpected(one.error());
            all.push_back(std::move(*one));
        } else if (fields.size() >= 2 && is_mark(fields[0])) {
            legend[fields[0]] = line.substr(line.find(fields[1]));
            in_figures = false;
        }
    }
    return all;
}

}  // namespace fstune::knowledge
