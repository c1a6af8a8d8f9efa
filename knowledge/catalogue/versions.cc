#include "knowledge/catalogue/versions.h"

#include <charconv>
#include <compare>
#include <optional>
#include <vector>

namespace fstune::knowledge {

namespace {

// The numbers at the front: "6.18.44-cloud" is 6, 18, 44.
std::vector<int> numbers_of(const std::string& version) {
    std::vector<int> numbers;
    const char* at = version.data();
    const char* const end = at + version.size();
    for (int number = 0; at < end; ++at) {
        const auto [next, problem] = std::from_chars(at, end, number);
        if (problem != std::errc{}) break;
        numbers.push_back(number);
        if (next == end || *next != '.') break;
        at = next;
    }
    return numbers;
}

std::string version_of(const MachineFacts& machine, const std::string& program) {
    if (program == "kernel") return machine.kernel;
    for (const auto& [name, version] : machine.tools)
        if (name == program) return version;
    return "";
}

// The machine's version cut to the hint's length against the hint's: "6.12.5" is still 6.12.
std::optional<std::strong_ordering> against(const MachineFacts& machine, const std::string& hint) {
    const auto space = hint.find(' ');
    if (space == std::string::npos) return std::nullopt;
    auto has = numbers_of(version_of(machine, hint.substr(0, space)));
    const auto wanted = numbers_of(hint.substr(space + 1));
    if (has.empty()) return std::nullopt;
    has.resize(wanted.size());
    return has <=> wanted;
}

}  // namespace

bool too_old_for(const MachineFacts& machine, const std::string& since) {
    const auto order = against(machine, since);
    return order && std::is_lt(*order);
}

bool too_new_for(const MachineFacts& machine, const std::string& until) {
    const auto order = against(machine, until);
    return order && std::is_gt(*order);
}

}  // namespace fstune::knowledge
