#include "knowledge/readers/scaling_table.h"

#include <array>

#include "knowledge/readers/text.h"

namespace fstune::knowledge {

namespace {

constexpr std::string_view beginning = "Scaling of ";
constexpr std::size_t columns = 8;
constexpr double largest = 1e15, most_count = 1e6;

struct Title {
    std::string workload, unit;
};

std::optional<Title> title_of(std::string_view line) {
    line = trim(line);
    if (!line.starts_with(beginning) || !line.ends_with(')')) return std::nullopt;
    line.remove_prefix(beginning.size());
    line.remove_suffix(1);
    const auto words = split_words(line);
    if (words.size() != 2 || !words[1].starts_with('(')) return std::nullopt;
    return Title{std::string(words[0]), std::string(words[1].substr(1))};
}

std::optional<ScalingRow> row_of(std::string_view line) {
    const auto words = split_words(line);
    if (words.size() != columns) return std::nullopt;
    ScalingRow row{.workload = "", .identifier = std::string(words[0]), .unit = ""};
    std::array<double, columns> numbers{};
    for (std::size_t i = 1; i < columns; ++i) {
        auto word = words[i];
        if (word.ends_with('%')) word.remove_suffix(1);
        if (word == "-" && i == 3) continue;
        const auto number = number_of<double>(word);
        if (!number || !(*number >= 0 && *number <= largest)) return std::nullopt;
        numbers[i] = *number;
    }
    if (numbers[1] < 1 || numbers[1] > most_count || numbers[7] < 1 || numbers[7] > most_count)
        return std::nullopt;
    row.folders = static_cast<int>(numbers[1]);
    row.total = numbers[2];
    if (words[3] != "-") row.deviation = numbers[3];
    row.per_folder = numbers[4];
    row.slowest = numbers[5];
    row.efficiency = numbers[6] / 100;
    row.runs = static_cast<int>(numbers[7]);
    return row;
}

}  // namespace

std::string scaling_title(const std::string& workload, const std::string& unit) {
    return std::string(beginning) + workload + " (" + unit + ")";
}

bool is_scaling_table(std::string_view text) { return read_scaling_table(text).has_value(); }

Result<std::vector<ScalingRow>> read_scaling_table(std::string_view text) {
    std::vector<ScalingRow> rows;
    std::optional<Title> title;
    while (!text.empty()) {
        const auto line = take_line(text);
        if (auto found = title_of(line)) title = std::move(found);
        auto row = row_of(line);
        if (!title || !row) continue;
        row->workload = title->workload;
        row->unit = title->unit;
        rows.push_back(std::move(*row));
    }
    if (rows.empty()) return fail(ErrorCode::bad_input, "there is no row of a scaling in it");
    return rows;
}

}  // namespace fstune::knowledge
