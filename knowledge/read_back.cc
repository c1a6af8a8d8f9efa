#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <regex>

#include "knowledge/catalogue/entry.h"
#include "knowledge/command_lines.h"

namespace fstune::knowledge {

namespace {

std::string trimmed(std::string text) {
    text.erase(text.find_last_not_of(" \t\r\n") + 1);
    return text;
}

const std::string* source_of(const Entry& entry, const ReadBack& read_back) {
    switch (entry.read.from) {
        case ReadRule::From::mount:
            return &read_back.mount_options;
        case ReadRule::From::superblock:
            return &read_back.superblock;
        case ReadRule::From::queue: {
            const auto found = read_back.queue.find(queue_attribute(entry));
            return found == read_back.queue.end() ? nullptr : &found->second;
        }
        case ReadRule::From::nowhere:
            break;
    }
    return nullptr;
}

std::optional<std::smatch> find(const std::string& text, const std::string& pattern) {
    std::smatch match;
    const std::regex expression(pattern, std::regex::ECMAScript | std::regex::multiline);
    if (!std::regex_search(text, match, expression)) return std::nullopt;
    return match;
}

std::int64_t number_in(const std::smatch& match, std::size_t group) {
    return std::stoll(match[group].str().substr(0, 18));
}

std::string scaled(const ReadRule& rule, const std::smatch& match, const std::string& text) {
    auto number = number_in(match, 1);
    if (rule.product) number *= number_in(match, 2);
    if (!rule.scale_by.empty())
        if (const auto unit = find(text, rule.scale_by)) number *= number_in(*unit, 1);
    number *= rule.scale;
    if (!rule.over.empty())
        if (const auto other = find(text, rule.over)) {
            const auto divisor = number_in(*other, 1);
            number = divisor == 0 ? 0 : (number + divisor / 2) / divisor;
        }
    return std::to_string(number / rule.divide);
}

bool numeric(const Domain& domain) {
    return std::holds_alternative<LevelsDomain>(domain) ||
           std::holds_alternative<IntegerDomain>(domain);
}

// The value that is in force, as to_text() writes it; nothing where it cannot be known.
std::optional<std::string> found_value(const Entry& entry, const std::string& text) {
    const auto& rule = entry.read;
    const bool boolean = std::holds_alternative<BooleanDomain>(entry.parameter.domain);
    if (rule.pattern.empty()) {
        const auto shown = trimmed(text);
        return boolean ? (shown == "0" ? "off" : "on") : shown;
    }
    const auto match = find(text, rule.pattern);
    if (boolean) {
        const std::string other = rule.matched == "on" ? "off" : "on";
        return match ? rule.matched : other;
    }
    if (!match) return rule.absent.empty() ? std::nullopt : std::optional(rule.absent);
    return numeric(entry.parameter.domain) ? scaled(rule, *match, text) : (*match)[1].str();
}

// A ratio is rounded to what the filesystem can hold.
bool near(const ReadRule& rule, const std::string& wanted, const std::string& found) {
    if (rule.within == 0 && rule.within_percent == 0) return false;
    const auto asked = std::stoll(wanted);
    const auto allowed = rule.within + std::abs(asked) * rule.within_percent / 100;
    return std::abs(asked - std::stoll(found)) <= allowed;
}

bool shows_as(const Entry& entry, const std::string& wanted, const std::string& found) {
    if (found == wanted || near(entry.read, wanted, found)) return true;
    const auto as = entry.read.as.find(wanted);
    return as != entry.read.as.end() && std::ranges::find(as->second, found) != as->second.end();
}

}  // namespace

std::vector<std::string> not_applied(const std::vector<Parameter>&,
                                     const Configuration& configuration,
                                     const ReadBack& read_back) {
    std::vector<std::string> missing;
    for (const auto& [name, value] : configuration.values) {
        const auto* entry = find_entry(name);
        if (entry == nullptr || entry->read.from == ReadRule::From::nowhere) continue;
        const auto* text = source_of(*entry, read_back);
        const auto found = text == nullptr ? std::nullopt : found_value(*entry, *text);
        if (!found)
            missing.push_back(
                fmt::format("{}={} was asked for, but does not show", name, to_text(value)));
        else if (!shows_as(*entry, to_text(value), *found))
            missing.push_back(
                fmt::format("{}={} was asked for, but it is {}", name, to_text(value), *found));
    }
    return missing;
}

}  // namespace fstune::knowledge
