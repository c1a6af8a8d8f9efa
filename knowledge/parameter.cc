#include "knowledge/parameter.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace fstune::knowledge {

namespace {

std::string joined(const std::vector<std::string>& texts, std::string_view separator) {
    return fmt::format("{}", fmt::join(texts, separator));
}

std::string text_of(const BooleanDomain&) { return "on | off"; }

std::string text_of(const ChoiceDomain& choice) {
    std::vector<std::string> texts;
    for (const auto& value : choice.values) texts.push_back(to_text(value));
    return joined(texts, " | ");
}

std::string text_of(const LevelsDomain& levels) {
    std::vector<std::string> texts;
    for (const auto value : levels.values) texts.push_back(std::to_string(value));
    return joined(texts, ", ");
}

std::string text_of(const IntegerDomain& range) {
    return fmt::format("{} to {}", range.minimum, range.maximum);
}

}  // namespace

Risk risk_of(const Parameter& parameter, const Value& value) {
    const auto found = parameter.risk.find(to_text(value));
    return found == parameter.risk.end() ? Risk::safe : found->second;
}

std::string to_text(Stage stage) {
    static constexpr std::array names{"mkfs", "mount", "remount", "queue"};
    return names.at(static_cast<std::size_t>(stage));
}

std::string to_text(Risk risk) {
    static constexpr std::array names{"safe", "durability", "compatibility"};
    return names.at(static_cast<std::size_t>(risk));
}

std::string to_text(Unit unit) {
    static constexpr std::array names{
        "none",    "bytes",        "kibibytes",    "mebibytes",   "sectors", "blocks", "count",
        "seconds", "milliseconds", "microseconds", "nanoseconds", "percent", "level"};
    return names.at(static_cast<std::size_t>(unit));
}

std::string to_text(const Domain& domain) {
    return std::visit([](const auto& one) { return text_of(one); }, domain);
}

}  // namespace fstune::knowledge
