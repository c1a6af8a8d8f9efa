// Notes that compare a few numbers: what they cannot show. The statistics of many are
// `fstune compare`'s.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/readers/tables/columns.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge::diagnosis {

namespace {

constexpr std::size_t fewest_runs = 5;
constexpr double smallest_difference = 0.02;

// A table: a header (maybe a comment), then rows "label number number ...".
struct Table {
    std::vector<std::string> columns;
    std::vector<std::pair<std::string, std::vector<double>>> rows;
};

std::optional<std::vector<double>> numbers_of(const std::vector<std::string_view>& words) {
    std::vector<double> numbers;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto number = number_of<double>(words[i]);
        if (!number) return std::nullopt;
        numbers.push_back(*number);
    }
    if (numbers.empty()) return std::nullopt;
    return numbers;
}

Table table_of(std::string_view text) {
    Table table;
    std::vector<std::string_view> header;
    for_each_line(text, [&](std::string_view line) {
        auto words = split_words(line);
        if (!words.empty() && words[0] == "#") words.erase(words.begin());
        const auto numbers = words.size() >= 2 ? numbers_of(words) : std::nullopt;
        if (!numbers) {
            if (table.rows.empty()) header = words;
        } else if (table.rows.size() < 1000 && header.size() == numbers->size() + 1 &&
                   header.size() >= 3) {
            table.rows.emplace_back(words[0], *numbers);
        }
    });
    if (!table.rows.empty())
        for (std::size_t i = 1; i < header.size(); ++i) table.columns.emplace_back(header[i]);
    return table;
}

bool is_before_after(const Table& table) {
    return table.columns.size() == 2 && table.columns[0] == "before" && table.columns[1] == "after";
}

// "A 11.144": a variant and a value a line.
std::map<std::string, std::vector<double>> variants_of(std::string_view text) {
    std::map<std::string, std::vector<double>> variants;
    bool other = false;
    for_each_line(text, [&](std::string_view line) {
        const auto words = split_words(line);
        if (words.empty() || is_comment(line)) return;
        const auto value = words.size() == 2 ? number_of<double>(words[1]) : std::nullopt;
        if (!value || number_of<double>(words[0]) || words[0].find('=') != words[0].npos ||
            variants.size() > 50)
            other = true;
        else
            variants[std::string(words[0])].push_back(*value);
    });
    if (other || variants.size() < 2) variants.clear();
    return variants;
}

bool has_single_run(std::string_view text) { return text.find("(1 run)") != text.npos; }

bool tells_order(std::string_view text) {
    return text.find(" first") != text.npos && text.find('%') != text.npos &&
           (text.find("baseline") != text.npos || text.find("base") != text.npos);
}

bool recognises(std::string_view text) {
    if (has_single_run(text) || tells_order(text)) return true;
    const auto table = table_of(text);
    return (!table.rows.empty() && (is_before_after(table) || table.columns.size() >= 3)) ||
           !variants_of(text).empty();
}

void few_runs(std::string_view subject, std::size_t runs, Findings& findings) {
    findings.push_back(finding("too-few-runs", subject,
                               fmt::format("{} {} a side decides nothing, whatever a test says: "
                                           "the spread between runs is not known",
                                           runs, runs == 1 ? "run" : "runs"),
                               fmt::format("no verdict; collect at least {} runs of each side, "
                                           "interleaved, and judge by their spread",
                                           fewest_runs),
                               {{"runs", whole(runs)},
                                {"runs_needed", whole(fewest_runs)},
                                {"verdict", std::string("inconclusive")}}));
}

// Which direction of a metric was better, and by how much; below 5 % is within usual noise.
void examine_tradeoff(const Table& table, Findings& findings) {
    Values values;
    std::vector<std::string> better, worse;
    for (const auto& [metric, numbers] : table.rows) {
        if (numbers[0] == 0) continue;
        const auto change = (numbers[1] - numbers[0]) / numbers[0];
        values[metric + "_percent"] = 100 * change;
        const auto gain =
            less_is_better(metric) || metric.find("lat") != metric.npos ? -change : change;
        if (std::abs(gain) < 0.05) continue;
        (gain > 0 ? better : worse).push_back(fmt::format("{} {:+.1f} %", metric, 100 * change));
    }
    const auto joined = [](const std::vector<std::string>& parts) {
        std::string all;
        for (const auto& part : parts) all += (all.empty() ? "" : ", ") + part;
        return all;
    };
    if (!better.empty() && !worse.empty())
        findings.push_back(finding(
            "trade-off", "comparison",
            fmt::format("a trade-off, not a win: better {}; worse {}; changes below 5 % are "
                        "of the size of noise",
                        joined(better), joined(worse)),
            "show both and choose by the stated goal; a single score hides it", values));
    few_runs("comparison", 1, findings);
}

std::set<std::size_t> best_of(const std::vector<double>& numbers) {
    const auto most = *std::ranges::max_element(numbers);
    std::set<std::size_t> best;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (numbers[i] >= most * (1 - smallest_difference)) best.insert(i);
    return best;
}

void examine_grid(const Table& table, Findings& findings) {
    std::set<std::size_t> always;
    for (std::size_t i = 0; i < table.columns.size(); ++i) always.insert(i);
    for (const auto& [label, numbers] : table.rows) {
        const auto best = best_of(numbers);
        std::erase_if(always, [&](std::size_t i) { return !best.contains(i); });
        std::vector<std::string> names;
        names.reserve(best.size());
        for (const auto i : best) names.push_back(table.columns[i]);
        if (best.size() == 1)
            findings.push_back(finding("best-of-row", label,
                                       fmt::format("{} is best", names.front()), "",
                                       {{"best", names}}));
        else
            findings.push_back(finding("tie", label,
                                       fmt::format("{} columns are within 2 %: a tie", best.size()),
                                       "do not switch settings on a tie", {{"best", names}}));
    }
    if (always.size() == 1)
        findings.push_back(finding("best-overall", table.columns[*always.begin()],
                                   "best or tied in every row",
                                   "use it throughout; switching by row would follow noise",
                                   {{"best", table.columns[*always.begin()]}}));
}

void examine(std::string_view text, const Context&, Findings& findings) {
    if (tells_order(text))
        findings.push_back(finding("order-confounded", "comparison",
                                   "one side ran wholly before the other: drift of the machine "
                                   "cannot be told from the change",
                                   "reject it; interleave A/B/A/B, and measure beside it something "
                                   "that the change cannot touch: "
                                   "where that moves too, the difference is drift",
                                   {{"verdict", std::string("rejected")}}));
    if (has_single_run(text)) few_runs("comparison", 1, findings);
    const auto table = table_of(text);
    if (!table.rows.empty() && is_before_after(table)) return examine_tradeoff(table, findings);
    if (!table.rows.empty() && table.columns.size() >= 3) return examine_grid(table, findings);
    std::size_t fewest = fewest_runs;
    for (const auto& [variant, values] : variants_of(text))
        fewest = std::min(fewest, values.size());
    if (fewest < fewest_runs) few_runs("comparison", fewest, findings);
}

}  // namespace

Kind comparison_kind() {
    return {"comparison", "a few numbers of two sides or more", recognises, nullptr, examine, true};
}

}  // namespace fstune::knowledge::diagnosis
