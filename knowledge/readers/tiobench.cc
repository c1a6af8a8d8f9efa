#include "knowledge/readers/tiobench.h"

#include <array>

#include "knowledge/readers/text.h"

namespace fstune::knowledge {

bool is_tiobench_title(std::string_view line) {
    line = trim(line);
    return line == "Sequential Reads" || line == "Random Reads" || line == "Sequential Writes" ||
           line == "Random Writes";
}

std::optional<TiobenchRow> tiobench_row(std::string_view line) {
    const auto words = split_words(line);
    if (words.size() != 11) return std::nullopt;
    std::array<double, 10> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        auto word = words[i + 1];
        if (word.ends_with('%')) word.remove_suffix(1);
        const auto number = number_of<double>(word);
        if (!number || *number < 0 || *number > 1e12) return std::nullopt;
        numbers[i] = *number;
    }
    if (numbers[2] > 1e6) return std::nullopt;
    return TiobenchRow{std::string(words[0]),
                       numbers[0],
                       numbers[1],
                       static_cast<int>(numbers[2]),
                       numbers[3],
                       numbers[4],
                       numbers[5],
                       numbers[6],
                       numbers[7],
                       numbers[8],
                       numbers[9]};
}

}  // namespace fstune::knowledge
