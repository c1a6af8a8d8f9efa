#include "tuner/report/goals_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tuner/compare/compare.h"
#include "tuner/store/trial_json.h"

namespace fstune::tuner {

using nlohmann::json;

json configuration_json(const knowledge::Configuration& configuration) {
    return {{"filesystem", configuration.filesystem}, {"values", values_json(configuration)}};
}

json gain_json(const std::optional<search::Gain>& gain) {
    if (!gain) return nullptr;
    return {{"estimate", gain->estimate}, {"low", gain->low}, {"high", gain->high}};
}

json ceiling_json(const std::optional<Ceiling>& ceiling) {
    if (!ceiling) return nullptr;
    return {{"value", ceiling->value}, {"share", ceiling->share}};
}

json goals_json(const Conclusion& conclusion, const ReportContext& context) {
    json all = json::array();
    for (const auto& one : conclusion.goals) {
        const auto goal = std::ranges::find(context.goal.parts, one.goal, &Goal::name);
        if (goal == context.goal.parts.end()) continue;
        all.push_back(
            {{"goal", one.goal},
             {"metric", goal->metric},
             {"unit", goal->unit},
             {"better", goal->direction == search::Direction::maximize ? "higher" : "lower"},
             {"weight", goal->weight},
             {"value", one.value},
             {"default_value", one.other_value},
             {"relative_range", one.range},
             {"gain_over_best_default", gain_json(one.gain)},
             {"confidence", one.confidence},
             {"p_adjusted", one.p_adjusted},
             {"verdict", to_text(one.verdict)},
             {"ceiling", ceiling_json(one.ceiling)}});
    }
    return all;
}

json pareto_json(const Conclusion& conclusion) {
    json all = json::array();
    for (const auto& entry : conclusion.front) {
        json ties = json::array(), goals = json::array();
        for (const auto& tie : entry.ties) ties.push_back(configuration_json(tie));
        for (const auto& one : entry.goals)
            goals.push_back({{"goal", one.goal},
                             {"value", one.value},
                             {"relative_range", one.range},
                             {"gain_over_recommended", gain_json(one.gain)},
                             {"confidence", one.confidence},
                             {"p_adjusted", one.p_adjusted},
                             {"verdict", to_text(one.verdict)}});
        all.push_back({{"configuration", configuration_json(entry.configuration)},
                       {"recommended", entry.recommended},
                       {"ties", ties},
                       {"blocks", entry.blocks},
                       {"goals", goals}});
    }
    return all;
}

}  // namespace fstune::tuner
