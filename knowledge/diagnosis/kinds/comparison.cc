// Notes that compare a few numbers: what they cannot show. The statistics of many are
// `fstune compare`'s.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
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

// "A 11.144" or "A: 11.1 11.9": a variant and its values a line, in the order they were measured.
struct Runs {
    std::map<std::string, std::vector<double>> variants;
    std::vector<std::string> order;
};

Runs runs_of(std::string_view text) {
    Runs runs;
    bool other = false;
    for_each_line(text, [&](std::string_view line) {
        auto words = split_words(line.substr(0, 65536));
        if (other || words.empty() || is_comment(line)) return;
        auto label = words[0];
        while (label.ends_with(':') || label.ends_with('=')) label.remove_suffix(1);
        const auto values = numbers_of(words);
        if (!values || label.empty() || number_of<double>(label) || label.find('=') != label.npos ||
            runs.variants.size() > 50 || runs.order.size() > 100000) {
            other = true;
            return;
        }
        auto& known = runs.variants[std::string(label)];
        known.insert(known.end(), values->begin(), values->end());
        runs.order.emplace_back(label);
    });
    if (other || runs.variants.size() < 2) runs = {};
    return runs;
}

// Each variant's runs in one piece, several each: drift and change are one.
bool one_after_the_other(const Runs& runs) {
    std::size_t changes = 0;
    for (std::size_t i = 1; i < runs.order.size(); ++i)
        changes += runs.order[i] != runs.order[i - 1] ? 1 : 0;
    return runs.order.size() > runs.variants.size() && changes + 1 == runs.variants.size();
}

// "control: -15%" beside "candidate_vs_base=-18.2%": what the change cannot touch.
struct Control {
    std::optional<double> control, effect;
};

std::optional<double> percent_in(std::string_view line) {
    const auto percent = line.find('%');
    if (percent == line.npos) return std::nullopt;
    auto from = line.substr(0, percent).find_last_not_of("0123456789.+- ");
    from = from == line.npos ? 0 : from + 1;
    auto number = trim(line.substr(from, percent - from));
    if (number.starts_with('+')) number.remove_prefix(1);
    return number_of<double>(number);
}

Control control_of(std::string_view text) {
    Control found;
    for_each_line(text, [&](std::string_view line) {
        const auto percent = percent_in(line.substr(0, 1024));
        if (!percent) return;
        const auto lower = to_lower(line.substr(0, 1024));
        bool control = false;
        for (const auto* words : {"control", "cannot reach", "cannot touch", "not touched",
                                  "unrelated", "unchanged code", "not changed"})
            control |= lower.find(words) != lower.npos;
        const bool effect = lower.find("_vs_") != lower.npos || lower.find(" vs") != lower.npos ||
                            lower.find("candidate") != lower.npos;
        if (control)
            found.control = percent;
        else if (effect)
            found.effect = percent;
    });
    return found;
}

bool has_single_run(std::string_view text) {
    for (const auto* words : {"(1 run)", "(one run)", "single run", "(n=1)", "one run per side"})
        if (text.find(words) != text.npos) return true;
    return false;
}

bool tells_order(std::string_view text) {
    return text.find(" first") != text.npos && text.find('%') != text.npos &&
           (text.find("baseline") != text.npos || text.find("base") != text.npos);
}

bool recognises(std::string_view text) {
    if (has_single_run(text) || tells_order(text)) return true;
    const auto table = table_of(text);
    const auto control = control_of(text);
    return (!table.rows.empty() && (is_before_after(table) || table.columns.size() >= 3)) ||
           !runs_of(text).variants.empty() || (control.control && control.effect);
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

void confounded(std::string message, Findings& findings) {
    findings.push_back(finding("order-confounded", "comparison", std::move(message),
                               "reject it; interleave A/B/A/B, and measure beside it something "
                               "that the change cannot touch: where that moves too, the "
                               "difference is drift",
                               {{"verdict", std::string("rejected")}}));
}

void examine_runs(const Runs& runs, Findings& findings) {
    auto fewest = std::numeric_limits<std::size_t>::max();
    for (const auto& [variant, values] : runs.variants) fewest = std::min(fewest, values.size());
    if (one_after_the_other(runs))
        confounded(
            "all runs of one side came before those of the other: drift of the machine "
            "cannot be told from the change",
            findings);
    if (fewest < fewest_runs)
        few_runs("comparison", fewest, findings);
    else if (findings.empty())
        findings.push_back(finding(
            "enough-runs", "comparison",
            fmt::format("{} runs of each side or more: enough to judge by their spread", fewest),
            "give them to fstune compare for the gain and its interval",
            {{"runs", whole(fewest)}}));
}

void examine(std::string_view text, const Context&, Findings& findings) {
    const auto control = control_of(text);
    if (tells_order(text))
        confounded(
            "one side ran wholly before the other: drift of the machine cannot be told from "
            "the change",
            findings);
    else if (control.control && control.effect &&
             std::abs(*control.control) > 0.3 * std::abs(*control.effect))
        confounded(fmt::format("the control, which the change cannot touch, moved by {:+g} %, the "
                               "measured case by {:+g} %: most of it is drift",
                               *control.control, *control.effect),
                   findings);
    if (has_single_run(text)) few_runs("comparison", 1, findings);
    const auto table = table_of(text);
    if (!table.rows.empty() && is_before_after(table)) return examine_tradeoff(table, findings);
    if (!table.rows.empty() && table.columns.size() >= 3) return examine_grid(table, findings);
    if (const auto runs = runs_of(text); !runs.variants.empty()) examine_runs(runs, findings);
}

}  // namespace

Kind comparison_kind() {
    return {"comparison", "a few numbers of two sides or more", recognises, nullptr, examine, true};
}

}  // namespace fstune::knowledge::diagnosis
