#include "knowledge/readers/tiobench.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "knowledge/readers/text.h"
#include "knowledge/readers/tiobench_csv.h"

namespace fstune::knowledge {

namespace {

constexpr std::size_t plain_columns = 11, all_columns = 18;
constexpr std::size_t first_unknown = 5;  // the rate is always known
constexpr double largest = 1e12, most_threads = 1e6, most_runs = 1e6;

struct Title {
    std::string_view line, phase;
};
constexpr std::array<Title, 4> titles = {{{"Sequential Reads", "sequential-read"},
                                          {"Random Reads", "random-read"},
                                          {"Sequential Writes", "sequential-write"},
                                          {"Random Writes", "random-write"}}};

bool is_name(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '/' || c == '_';
    });
}

// "create/remove (files/s)"
std::optional<TiobenchTitle> own_title(std::string_view line) {
    const auto words = split_words(line);
    if (words.size() != 2 || !is_name(words[0])) return std::nullopt;
    auto unit = words[1];
    if (unit.size() < 3 || unit.front() != '(' || !unit.ends_with("/s)")) return std::nullopt;
    unit = unit.substr(1, unit.size() - 2);
    return TiobenchTitle{std::string(words[0]), std::string(unit)};
}

// After the identifier; NaN: "-", unknown.
using Numbers = std::array<double, all_columns - 1>;

std::optional<Numbers> numbers_of(const std::vector<std::string_view>& words) {
    Numbers numbers{};
    for (std::size_t i = 1; i < words.size(); ++i) {
        auto word = words[i];
        if (word == "-" && i >= first_unknown) {
            numbers[i - 1] = std::numeric_limits<double>::quiet_NaN();
            continue;
        }
        if (word.ends_with('%')) word.remove_suffix(1);
        const auto number = number_of<double>(word);
        if (!number || !(*number >= 0 && *number <= largest)) return std::nullopt;
        numbers[i - 1] = *number;
    }
    return numbers;
}

}  // namespace

std::optional<TiobenchTitle> tiobench_title(std::string_view line) {
    line = trim(line);
    const auto found = std::ranges::find(titles, line, &Title::line);
    if (found != titles.end()) return TiobenchTitle{std::string(found->phase), "MB/s"};
    return own_title(line);
}

std::string tiobench_title_of(const TiobenchTitle& title) {
    const auto found = std::ranges::find(titles, title.phase, &Title::phase);
    if (found != titles.end()) return std::string(found->line);
    return title.phase + " (" + title.unit + ")";
}

std::optional<TiobenchRow> tiobench_row(std::string_view line) {
    const auto words = split_words(line);
    if (words.size() != plain_columns && words.size() != all_columns) return std::nullopt;
    const auto found = numbers_of(words);
    if (!found) return std::nullopt;
    const auto& n = *found;
    if (n[2] > most_threads) return std::nullopt;
    TiobenchRow row{.phase = "",
                    .identifier = std::string(words[0]),
                    .file_size_mb = n[0],
                    .block_bytes = n[1],
                    .threads = static_cast<int>(n[2]),
                    .rate = n[3],
                    .cpu_percent = n[4],
                    .latency_avg_ms = n[5],
                    .latency_max_ms = n[6],
                    .pct_over_2s = n[7],
                    .pct_over_10s = n[8],
                    .cpu_efficiency = n[9]};
    if (words.size() == plain_columns) return row;
    if (!(n[15] >= 1 && n[15] <= most_runs)) return std::nullopt;
    row.runs = static_cast<int>(n[15]);
    if (!std::isnan(n[10])) row.kernel_cpu_percent = n[10];
    if (!std::isnan(n[11])) row.percentiles = TiobenchPercentiles{n[11], n[12], n[13], n[14]};
    if (!std::isnan(n[16])) row.rate_deviation = n[16];
    return row;
}

bool is_tiobench(std::string_view text) {
    bool titled = false;
    while (!text.empty()) {
        const auto line = take_line(text);
        if (tiobench_title(line)) titled = true;
        if (titled && tiobench_row(line)) return true;
    }
    return false;
}

Result<std::vector<TiobenchRow>> read_tiobench(std::string_view text) {
    if (is_tiobench_csv(text)) return read_tiobench_csv(text);
    std::vector<TiobenchRow> rows;
    TiobenchTitle title{"", "MB/s"};
    while (!text.empty()) {
        const auto line = take_line(text);
        if (auto found = tiobench_title(line)) title = std::move(*found);
        auto row = tiobench_row(line);
        if (!row) continue;
        row->phase = title.phase;
        row->unit = title.unit;
        rows.push_back(std::move(*row));
    }
    if (rows.empty()) return fail(ErrorCode::bad_input, "there is no row of tiobench in it");
    return rows;
}

}  // namespace fstune::knowledge
