#include "knowledge/readers/tiobench_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "knowledge/readers/tables/grid.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge {

namespace {

constexpr double most_threads = 1e6;

using Names = std::vector<std::string_view>;
const Names identifiers = {"variant", "kernel", "identifier", "build", "label", "version"};
const Names rates = {"rate_mb_s", "rate"};

struct NumberColumn {
    std::string_view name;
    double TiobenchRow::*into;
};
constexpr std::array<NumberColumn, 8> columns = {
    {{"file_size_mb", &TiobenchRow::file_size_mb},
     {"block_bytes", &TiobenchRow::block_bytes},
     {"cpu_percent", &TiobenchRow::cpu_percent},
     {"latency_avg_ms", &TiobenchRow::latency_avg_ms},
     {"latency_max_ms", &TiobenchRow::latency_max_ms},
     {"pct_over_2s", &TiobenchRow::pct_over_2s},
     {"pct_over_10s", &TiobenchRow::pct_over_10s},
     {"cpu_efficiency", &TiobenchRow::cpu_efficiency}}};
constexpr std::array<std::pair<std::string_view, double TiobenchPercentiles::*>, 4> percentiles = {
    {{"latency_p50_ms", &TiobenchPercentiles::p50},
     {"latency_p90_ms", &TiobenchPercentiles::p90},
     {"latency_p99_ms", &TiobenchPercentiles::p99},
     {"latency_p999_ms", &TiobenchPercentiles::p999}}};

class Table {
  public:
    explicit Table(const Row& header) : header_(header) {}

    std::optional<std::size_t> column(std::string_view name) const {
        const auto found = std::ranges::find(header_.fields, name);
        if (found == header_.fields.end()) return std::nullopt;
        return static_cast<std::size_t>(found - header_.fields.begin());
    }
    std::optional<std::size_t> column(const Names& names) const {
        for (const auto name : names)
            if (const auto found = column(name)) return found;
        return std::nullopt;
    }
    std::string text(const Row& row, std::optional<std::size_t> at) const {
        return at ? row.fields[*at] : "";
    }
    // 0 where there is no such column, NaN where the field is empty.
    Result<double> number(const Row& row, std::optional<std::size_t> at) const {
        if (!at) return 0;
        if (row.fields[*at].empty()) return std::numeric_limits<double>::quiet_NaN();
        const auto value = to_number(row.fields[*at]);
        if (value && std::isfinite(*value)) return *value;
        return fail(ErrorCode::bad_input,
                    fmt::format("line {}: '{}' is not a measurement of {}", row.line,
                                row.fields[*at], header_.fields[*at]));
    }

  private:
    const Row& header_;
};

Result<TiobenchRow> row_of(const Table& table, const Row& row) {
    TiobenchRow result{.phase = table.text(row, table.column("phase")),
                       .identifier = table.text(row, table.column(identifiers))};
    if (auto unit = table.text(row, table.column("unit")); !unit.empty()) result.unit = unit;
    const auto rate = table.number(row, table.column(rates)),
               threads = table.number(row, table.column("threads"));
    if (!rate || !threads) return tl::unexpected(!rate ? rate.error() : threads.error());
    if (std::isnan(*rate))
        return fail(ErrorCode::bad_input, fmt::format("line {}: there is no rate", row.line));
    if (!(*threads >= 0 && *threads <= most_threads))
        return fail(ErrorCode::bad_input, fmt::format("line {}: {} threads?", row.line, *threads));
    result.rate = *rate;
    result.threads = static_cast<int>(*threads);
    for (const auto& [name, into] : columns) {
        const auto value = table.number(row, table.column(name));
        if (!value) return tl::unexpected(value.error());
        result.*into = *value;
    }
    if (const auto at = table.column("kernel_cpu_percent"); at && !row.fields[*at].empty()) {
        const auto kernel = table.number(row, at);
        if (!kernel) return tl::unexpected(kernel.error());
        result.kernel_cpu_percent = *kernel;
    }
    const auto first = table.column(percentiles[0].first);
    if (!first || row.fields[*first].empty()) return result;
    result.percentiles.emplace();
    for (const auto& [name, into] : percentiles) {
        const auto value = table.number(row, table.column(name));
        if (!value) return tl::unexpected(value.error());
        (*result.percentiles).*into = *value;
    }
    return result;
}

}  // namespace

bool is_tiobench_csv(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    const auto names = split(take_line(text), ',');
    const auto has = [&names](std::string_view name) {
        return std::ranges::find(names, name, trim) != names.end();
    };
    return has("threads") && std::ranges::any_of(rates, has);
}

Result<std::vector<TiobenchRow>> read_tiobench_csv(std::string_view text) {
    const auto grid = read_grid(text);
    if (!grid) return tl::unexpected(grid.error());
    std::vector<TiobenchRow> rows;
    if (grid->rows.empty()) return fail(ErrorCode::bad_input, "there are no values in it");
    const Table table(grid->rows.front());
    for (std::size_t i = 1; i < grid->rows.size(); ++i) {
        const auto& row = grid->rows[i];
        if (row.fields.size() != grid->rows.front().fields.size())
            return fail(ErrorCode::bad_input,
                        fmt::format("line {}: {} fields where the header has {}", row.line,
                                    row.fields.size(), grid->rows.front().fields.size()));
        auto read = row_of(table, row);
        if (!read) return tl::unexpected(read.error());
        rows.push_back(std::move(*read));
    }
    if (rows.empty()) return fail(ErrorCode::bad_input, "there are no values in it");
    return rows;
}

}  // namespace fstune::knowledge
