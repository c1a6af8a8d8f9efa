#include "knowledge/readers/dbench.h"

#include "knowledge/readers/text.h"

namespace fstune::knowledge {

std::optional<DbenchResult> dbench_line(std::string_view line) {
    const auto words = split_words(line);
    if (words.size() < 3 || words[0] != "Throughput" || !words[2].starts_with("MB/sec"))
        return std::nullopt;
    const auto rate = number_of<double>(words[1]);
    if (!rate) return std::nullopt;
    DbenchResult result;
    result.mb_per_s = *rate;
    for (std::size_t i = 3; i + 1 < words.size(); ++i)
        if (words[i + 1].starts_with("client") || words[i + 1].starts_with("procs"))
            if (const auto count = number_of<int>(words[i]); count && result.clients == 0)
                result.clients = *count;
    if (const auto latency = value_of(line, "max_latency"))
        result.max_latency_ms = number_at_front<double>(*latency);
    return result;
}

}  // namespace fstune::knowledge
