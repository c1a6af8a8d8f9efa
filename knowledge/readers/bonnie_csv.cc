#include "knowledge/readers/bonnie_csv.h"

#include <array>

#include "knowledge/readers/text.h"

namespace fstune::knowledge {

namespace {

struct Column {
    std::size_t back;  // fields after the first of its group
    std::string_view name;
};

constexpr auto rates = std::to_array<Column>({{0, "char_write_kib_s"},
                                              {2, "block_write_kib_s"},
                                              {4, "rewrite_kib_s"},
                                              {6, "char_read_kib_s"},
                                              {8, "block_read_kib_s"},
                                              {10, "seeks_per_s"}});
constexpr auto files = std::to_array<Column>({{0, "sequential_create_per_s"},
                                              {2, "sequential_stat_per_s"},
                                              {4, "sequential_delete_per_s"},
                                              {6, "random_create_per_s"},
                                              {8, "random_stat_per_s"},
                                              {10, "random_delete_per_s"}});

void take(const std::vector<std::string_view>& words, std::size_t at, std::string_view name,
          BonnieRun& run) {
    if (at >= words.size()) return;
    BonnieField field{std::string(name), std::nullopt, words[at].starts_with("++")};
    if (!field.too_fast) field.value = number_of<double>(words[at]);
    run.fields.push_back(std::move(field));
}

}  // namespace

std::optional<BonnieRun> bonnie_line(std::string_view line) {
    const auto words = split(trim(line), ',');
    if (words.size() < 30 || words.size() > 70 || !words[0].starts_with("1.9") ||
        words[0].size() > 5)
        return std::nullopt;
    BonnieRun run{std::string(words[0]),
                  std::string(words[1]),
                  std::string(words[2]),
                  std::string(words[5]),
                  {}};
    // 1.98 has two columns more between the file size and the rates.
    const std::size_t first = words[0] == "1.98" ? 9 : 7;
    for (const auto& column : rates) take(words, first + column.back, column.name, run);
    // Seeks and their CPU end the rates; number, sizes and folders of the files follow.
    for (const auto& column : files) take(words, first + 17 + column.back, column.name, run);
    return run;
}

}  // namespace fstune::knowledge
