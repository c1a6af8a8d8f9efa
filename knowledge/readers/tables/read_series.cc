#include "knowledge/readers/tables/read_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>

#include "knowledge/readers/tables/ministat.h"

namespace fstune::knowledge {

namespace {

Result<double> finite(const Row& row, std::size_t column) {
    const auto& field = row.fields[column];
    const auto value = to_number(field);
    if (!value)
        return fail(ErrorCode::bad_input,
                    fmt::format("line {}: '{}' is not a number", row.line, field));
    if (!std::isfinite(*value))
        return fail(ErrorCode::bad_input,
                    fmt::format("line {}: '{}' is not a measurement: leave a failed run out",
                                row.line, field));
    return *value;
}

bool any_number(const Row& row) {
    return std::ranges::any_of(row.fields, [](const auto& f) { return to_number(f).has_value(); });
}

class Reading {
  public:
    Reading(Grid grid, std::string name, const ColumnNames& asked)
        : grid_(std::move(grid)), name_(std::move(name)), asked_(asked) {}

    Result<std::vector<Series>> read();

  private:
    Result<std::vector<Series>> list();
    Result<std::vector<Series>> lines();
    Result<std::vector<Series>> table();
    bool take_header();
    Result<void> add_row(const Row& row, const Columns& columns);
    Series& series_like(Series wanted);
    void name_by_column(Series& series, const std::string& column, const Columns& columns);
    std::string field(const Row& row, const std::optional<std::size_t>& column) const {
        return column ? row.fields[*column] : "";
    }

    Grid grid_;
    std::string name_;
    const ColumnNames& asked_;
    Row header_;
    std::vector<Series> all_;
};

Result<std::vector<Series>> Reading::read() {
    if (grid_.rows.empty()) return fail(ErrorCode::bad_input, "there are no values in it");
    const auto width = std::ranges::max(grid_.rows, {}, [](const Row& row) {
                           return row.fields.size();
                       }).fields.size();
    if (width == 1) return list();
    if (take_header()) return table();
    if (grid_.delimiter != ' ')
        return fail(ErrorCode::bad_input, fmt::format("line {}: the first line has to name the "
                                                      "columns: phase,variant,value",
                                                      grid_.rows.front().line));
    return lines();
}

Result<std::vector<Series>> Reading::list() {
    Series series{.phase = "", .variant = name_, .metric = ""};
    if (!any_number(grid_.rows.front())) {
        series.metric = grid_.rows.front().fields.front();
        grid_.rows.erase(grid_.rows.begin());
    }
    for (const Row& row : grid_.rows) {
        const auto value = finite(row, 0);
        if (!value) return tl::unexpected(value.error());
        series.values.push_back(*value);
    }
    if (series.values.empty()) return fail(ErrorCode::bad_input, "there are no values in it");
    return std::vector{series};
}

// Every blank parts, unlike in rows, whose labels may hold one.
std::vector<std::string> words_of(const std::string& line) {
    std::istringstream stream(line);
    return {std::istream_iterator<std::string>(stream), {}};
}

// The first row if it holds no number; or the last comment with as many words as the rows.
bool Reading::take_header() {
    auto& first = grid_.rows.front();
    if (grid_.delimiter == ' ' && grid_.rows.size() > 1 && !any_number(first))
        first.fields = words_of(fmt::format("{}", fmt::join(first.fields, " ")));
    if (!any_number(grid_.rows.front()) && grid_.rows.size() > 1 &&
        grid_.rows.front().fields.size() == grid_.rows[1].fields.size()) {
        header_ = grid_.rows.front();
        grid_.rows.erase(grid_.rows.begin());
        return true;
    }
    const auto width = grid_.rows.front().fields.size();
    if (width < 3 || grid_.delimiter != ' ') return false;
    for (auto comment = grid_.comments.rbegin(); comment != grid_.comments.rend(); ++comment) {
        auto words = words_of(*comment);
        if (words.size() != width) continue;
        header_ = {0, std::move(words)};
        return true;
    }
    return false;
}

// "label value unit", or "label value value": the repeats of a label are its series; shares of
// something are not values.
Result<std::vector<Series>> Reading::lines() {
    for (const Row& row : grid_.rows) {
        const auto number = std::ranges::find_if(
            row.fields, [](const std::string& f) { return to_number(f).has_value(); });
        if (number == row.fields.end()) {
            if (!row.fields.empty() && row.fields.back().ends_with('%')) continue;
            return fail(ErrorCode::bad_input, fmt::format("line {}: no value in it", row.line));
        }
        const auto at = static_cast<std::size_t>(number - row.fields.begin());
        if (at == 0 && row.fields.size() > 1 && to_number(row.fields[1]))
            return fail(ErrorCode::bad_input,
                        fmt::format("line {}: {} numbers, and no line that names them", row.line,
                                    row.fields.size()));
        std::string label = at == 0 ? name_ : row.fields[0];
        for (std::size_t i = 1; i < at; ++i) label += " " + row.fields[i];
        auto end = at;
        while (end < row.fields.size() && to_number(row.fields[end])) ++end;
        const std::string unit = end < row.fields.size() ? row.fields[end] : "";
        auto& series = series_like({.phase = "", .variant = label, .metric = unit});
        for (auto column = at; column < end; ++column) {
            const auto value = finite(row, column);
            if (!value) return tl::unexpected(value.error());
            series.values.push_back(*value);
        }
    }
    // "# seconds: A is ...": a unit that every value has.
    for (auto& series : all_)
        if (series.metric.empty() && !grid_.comments.empty())
            series.metric = grid_.comments.front().substr(0, grid_.comments.front().find(':'));
    if (all_.empty())
        return fail(
            ErrorCode::bad_input,
            "only shares, no values: give the value of every run, in the order of the runs");
    return std::move(all_);
}

Series& Reading::series_like(Series wanted) {
    const auto same = [&wanted](const Series& other) {
        return other.phase == wanted.phase && other.variant == wanted.variant &&
               other.conditions == wanted.conditions;
    };
    const auto found = std::ranges::find_if(all_, same);
    if (found != all_.end()) return *found;
    all_.push_back(std::move(wanted));
    return all_.back();
}

Result<std::vector<Series>> Reading::table() {
    for (const Row& row : grid_.rows)
        if (row.fields.size() != header_.fields.size())
            return fail(ErrorCode::bad_input,
                        fmt::format("line {}: {} fields where the header has {}", row.line,
                                    row.fields.size(), header_.fields.size()));
    const auto columns = columns_of(header_, grid_.rows, asked_);
    if (!columns) return tl::unexpected(columns.error());
    for (const Row& row : grid_.rows)
        if (auto added = add_row(row, *columns); !added) return tl::unexpected(added.error());
    if (all_.empty()) return fail(ErrorCode::bad_input, "there are no values in it");
    return std::move(all_);
}

// "ext2_kb_s" and "ext3_kb_s" are the variants ext2 and ext3, in kb_s.
void Reading::name_by_column(Series& series, const std::string& column, const Columns& columns) {
    std::string common = column;
    for (const auto other : columns.values) {
        const auto& name = header_.fields[other];
        while (!name.ends_with(common)) common.erase(0, 1);
    }
    const auto begin = common.find('_');
    const auto suffix = begin == std::string::npos ? "" : common.substr(begin);
    series.variant = column.substr(0, column.size() - suffix.size());
    series.metric = suffix.empty() ? "" : suffix.substr(1);
}

Result<void> Reading::add_row(const Row& row, const Columns& columns) {
    for (const auto column : columns.values) {
        if (row.fields[column].empty() && columns.values.size() > 1) continue;  // not measured
        const auto value = finite(row, column);
        if (!value) return tl::unexpected(value.error());
        Series wanted{.phase = field(row, columns.phase),
                      .variant = field(row, columns.variant),
                      .metric = header_.fields[column]};
        if (columns.values.size() > 1) name_by_column(wanted, header_.fields[column], columns);
        if (columns.phase && header_.fields[*columns.phase] == "metric")
            wanted.metric = wanted.phase;
        if (wanted.variant.empty()) wanted.variant = name_;
        for (const auto condition : columns.conditions)
            wanted.conditions.emplace_back(header_.fields[condition], row.fields[condition]);
        Series& series = series_like(std::move(wanted));
        if (columns.count) {
            const auto n = finite(row, *columns.count), deviation = finite(row, *columns.deviation);
            if (!n || !deviation) return tl::unexpected(!n ? n.error() : deviation.error());
            if (*n < 1 || *deviation < 0 || series.summary)
                return fail(ErrorCode::bad_input,
                            fmt::format("line {}: not one summary a variant", row.line));
            series.summary = Summary{static_cast<std::size_t>(*n), *value, *deviation};
            continue;
        }
        series.values.push_back(*value);
        if (columns.block) series.blocks.push_back(row.fields[*columns.block]);
        if (!columns.order) continue;
        const auto order = to_number(row.fields[*columns.order]);
        series.order.push_back(order ? *order : static_cast<double>(row.line));
    }
    return {};
}

}  // namespace

Result<std::vector<Series>> read_series(std::string_view text, const std::string& name,
                                        const ColumnNames& columns) {
    if (is_ministat(text)) return read_ministat(text);
    auto grid = read_grid(text);
    if (!grid) return tl::unexpected(grid.error());
    return Reading(std::move(*grid), name, columns).read();
}

}  // namespace fstune::knowledge
