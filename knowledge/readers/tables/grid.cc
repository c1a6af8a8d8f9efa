#include "knowledge/readers/tables/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace fstune::knowledge {

namespace {

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Blanks part fields; a label of several words is parted from its value by two blanks or a tab.
std::vector<std::string> split_blanks(std::string_view line) {
    const bool wide =
        line.find("  ") != std::string_view::npos || line.find('\t') != std::string_view::npos;
    std::vector<std::string> fields;
    std::string field;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool blank = line[i] == ' ' || line[i] == '\t';
        const bool next_blank = i + 1 < line.size() && (line[i + 1] == ' ' || line[i + 1] == '\t');
        const bool numeric = to_number(field).has_value();
        if (blank && (!wide || numeric || line[i] == '\t' || next_blank || field.empty())) {
            if (!field.empty()) fields.push_back(std::move(field));
            field.clear();
        } else {
            field += line[i];
        }
    }
    if (!field.empty()) fields.push_back(std::move(field));
    return fields;
}

Result<std::vector<std::string>> split_quoted(std::string_view line, char delimiter,
                                              std::size_t number) {
    std::vector<std::string> fields(1);
    bool quoted = false, was_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
            fields.back() += line[++i];
        } else if (c == '"' && (quoted || trimmed(fields.back()).empty())) {
            quoted = !quoted;
            was_quoted = true;
            if (quoted) fields.back().clear();
        } else if (c == delimiter && !quoted) {
            if (!was_quoted) fields.back() = trimmed(fields.back());
            fields.emplace_back();
            was_quoted = false;
        } else {
            fields.back() += c;
        }
    }
    if (quoted)
        return fail(ErrorCode::bad_input, fmt::format("line {}: a quote does not end", number));
    if (!was_quoted) fields.back() = trimmed(fields.back());
    return fields;
}

char delimiter_of(const std::vector<std::pair<std::size_t, std::string_view>>& lines) {
    if (lines.empty()) return ' ';
    for (const char candidate : {'\t', ';', ','}) {
        const auto holds = [candidate](const auto& line) {
            return line.second.find(candidate) != std::string_view::npos;
        };
        const auto count = static_cast<std::size_t>(std::ranges::count_if(lines, holds));
        if (holds(lines.front()) && 2 * count >= lines.size()) return candidate;
    }
    return ' ';
}

}  // namespace

std::optional<double> to_number(std::string_view field) {
    if (field.starts_with('+')) field.remove_prefix(1);
    double value = 0;
    const auto [end, problem] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (problem != std::errc() || end != field.data() + field.size() || field.empty())
        return std::nullopt;
    return value;
}

Result<Grid> read_grid(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    Grid grid;
    std::vector<std::pair<std::size_t, std::string_view>> lines;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const auto end = text.find_first_of("\r\n");
        const auto line = trimmed(text.substr(0, end));
        if (line.starts_with('#'))
            grid.comments.emplace_back(
                trimmed(line.substr(line.find_first_not_of('#') == std::string_view::npos
                                        ? line.size()
                                        : line.find_first_not_of('#'))));
        else if (!line.empty())
            lines.emplace_back(number, line);
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + (text.substr(end).starts_with("\r\n") ? 2 : 1));
    }
    grid.delimiter = delimiter_of(lines);
    for (const auto& [number, line] : lines) {
        if (grid.delimiter == ' ') {
            grid.rows.push_back({number, split_blanks(line)});
            continue;
        }
        auto fields = split_quoted(line, grid.delimiter, number);
        if (!fields) return tl::unexpected(fields.error());
        grid.rows.push_back({number, std::move(*fields)});
    }
    return grid;
}

}  // namespace fstune::knowledge
