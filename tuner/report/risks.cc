#include "tuner/report/risks.h"

#include <fmt/format.h>

#include <charconv>

#include "knowledge/domain.h"

namespace fstune::tuner {

using knowledge::Parameter;
using knowledge::Value;

namespace {

// The table of risks has values as they are typed.
bool is_searched(const Parameter& parameter, const std::string& text) {
    if (text == knowledge::to_text(parameter.default_value)) return false;
    std::int64_t number = 0;
    const auto* end = text.data() + text.size();
    const auto [stopped, problem] = std::from_chars(text.data(), end, number);
    return in_domain(parameter.domain, Value(text)) ||
           ((text == "on" || text == "off") && in_domain(parameter.domain, Value(text == "on"))) ||
           (problem == std::errc{} && stopped == end && in_domain(parameter.domain, Value(number)));
}

std::string recommended(const Parameter& parameter, const knowledge::Configuration& chosen) {
    const auto found = chosen.values.find(parameter.name);
    if (found == chosen.values.end()) return "";
    const auto risk = risk_of(parameter, found->second);
    if (risk == knowledge::Risk::safe) return "";
    return fmt::format("  {} = {}: {}: {}\n", parameter.name, knowledge::to_text(found->second),
                       knowledge::to_text(risk), parameter.loses);
}

std::string searched(const Parameter& parameter) {
    std::string values;
    for (const auto& [text, risk] : parameter.risk)
        if (risk == knowledge::Risk::durability && is_searched(parameter, text))
            values += (values.empty() ? "" : ", ") + text;
    return values.empty() ? ""
                          : fmt::format("  {} = {}: {}\n", parameter.name, values, parameter.loses);
}

}  // namespace

std::string risks_text(const Conclusion& conclusion, const ReportContext& context) {
    std::string chosen, tried;
    for (const auto& parameter : context.parameters) {
        chosen += recommended(parameter, conclusion.recommended());
        tried += searched(parameter);
    }
    std::string text;
    if (!chosen.empty()) text += "\nRisks of what is recommended:\n" + chosen;
    if (!tried.empty())
        text += "\nSearched although it can lose data (--allow durability):\n" + tried;
    return text;
}

}  // namespace fstune::tuner
