#include "tuner/report/goals_text.h"

#include <fmt/format.h>
#include <algorithm>

#include "tuner/report/format.h"

namespace fstune::tuner {

namespace {

constexpr double much = 0.30;  // of range: as in search/blocks

std::string verdict_text(search::Difference verdict) {
    switch (verdict) {
        case search::Difference::better:
            return "better";
        case search::Difference::worse:
            return "worse";
        case search::Difference::no_difference:
            return "no difference that could be seen";
        case search::Difference::inconclusive:
            return "too few blocks to tell";
    }
    return "";
}

const Goal* find(const ReportContext& context, const std::string& name) {
    for (const auto& goal : context.goal.parts)
        if (goal.name == name) return &goal;
    return nullptr;
}

// "seq-read (weight 0.7): 812 MB/s, +20.1 % (95 % interval: ...): better"
std::string line_of(const GoalResult& one, const Goal& goal, const std::string& weight) {
    auto text = fmt::format("{}{}: {} {}", one.goal, weight, format_value(one.value), goal.unit);
    if (one.gain)
        text += fmt::format(", {}: {}", format_gain(*one.gain, one.confidence),
                            verdict_text(one.verdict));
    if (one.range >= much)
        text += fmt::format("; it varies by {} from trial to trial", format_share(one.range));
    if (one.ceiling)
        text += fmt::format("; the raw device: {} {}, of which this is {}",
                            format_value(one.ceiling->value), goal.unit,
                            format_share(one.ceiling->share));
    return text;
}

}  // namespace

std::string goals_text(const Conclusion& conclusion, const ReportContext& context) {
    const auto measured = [](const auto& one) { return one.value > 0; };
    if (std::ranges::none_of(conclusion.goals, measured)) return "";
    auto text = fmt::format("\nGoal by goal, against {} with its defaults:\n",
                            conclusion.verdict.best_default.filesystem);
    for (const auto& one : conclusion.goals)
        if (const auto* goal = find(context, one.goal); goal != nullptr && one.value > 0)
            text += fmt::format("  {}\n",
                                line_of(one, *goal, fmt::format(" (weight {:.3g})", goal->weight)));
    return text;
}

std::string front_text(const Conclusion& conclusion, const ReportContext& context) {
    if (conclusion.front.empty() || conclusion.front.front().blocks == 0) return "";
    if (conclusion.front.size() == 1)
        return "\nNo conflict of the goals was seen: nothing measured was clearly better in one of "
               "them than what is recommended.\n";
    std::string text =
        "\nThe goals conflict: nothing measured is best in all of them. What else "
        "could be chosen, against what is recommended:\n";
    for (const auto& entry : conclusion.front) {
        if (entry.recommended) continue;
        text += fmt::format("  {} (in {} blocks)\n", knowledge::to_text(entry.configuration),
                            entry.blocks);
        for (const auto& one : entry.goals)
            if (const auto* goal = find(context, one.goal); goal != nullptr)
                text += fmt::format("    {}\n", line_of(one, *goal, ""));
        for (const auto& tie : entry.ties)
            text += fmt::format("    as good as far as this run can tell: {}\n",
                                knowledge::to_text(tie));
    }
    return text;
}

}  // namespace fstune::tuner
