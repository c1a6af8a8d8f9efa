#include "tuner/study/study_header.h"

#include <fmt/format.h>

#include <set>

#include "knowledge/units.h"

namespace fstune::tuner {

namespace {

std::string domain_text(const knowledge::Domain& domain) {
    struct Texts {
        std::string operator()(const knowledge::BooleanDomain&) const { return "off,on"; }
        std::string operator()(const knowledge::ChoiceDomain& choice) const {
            std::string text;
            for (const auto& value : choice.values) text += knowledge::to_text(value) + ",";
            return text;
        }
        std::string operator()(const knowledge::IntegerDomain& range) const {
            return fmt::format("{}..{}/{}/{}", range.minimum, range.maximum, range.step,
                               static_cast<int>(range.scale));
        }
        std::string operator()(const knowledge::LevelsDomain& levels) const {
            return fmt::format("{}", fmt::join(levels.values, ","));
        }
    };
    return std::visit(Texts{}, domain);
}

std::string parameter_text(const knowledge::Parameter& parameter) {
    auto text = fmt::format("{} default {}", domain_text(parameter.domain),
                            knowledge::to_text(parameter.default_value));
    for (const auto& condition : parameter.conditions) {
        text += " if " + condition.parameter + " is";
        for (const auto& value : condition.any_of) text += " " + knowledge::to_text(value);
    }
    return text;
}

using Identity = std::map<std::string, std::string>;

// A scratch file is made anew each time, on whatever loop device is free; and a device that can be
// told by a number of its own may have another name after a restart.
Identity identity_of_device(const knowledge::DeviceFacts& device, bool scratch) {
    Identity identity = {{"device size", std::to_string(device.size)},
                         {"device model", device.model},
                         {"device serial", device.serial},
                         {"device wwn", device.wwn}};
    if (!scratch && device.serial.empty() && device.wwn.empty()) identity["device"] = device.path;
    return identity;
}

std::string changes(const Identity& kept, const Identity& now) {
    std::set<std::string> names;
    for (const auto& [name, value] : kept) names.insert(name);
    for (const auto& [name, value] : now) names.insert(name);
    const auto in = [](const Identity& map, const std::string& name) {
        const auto found = map.find(name);
        return found == map.end() ? std::string("absent") : "'" + found->second + "'";
    };
    std::string changed;
    for (const auto& name : names) {
        if (in(kept, name) == in(now, name)) continue;
        changed += fmt::format("{}{} was {} and is {}", changed.empty() ? "" : "; ", name,
                               in(kept, name), in(now, name));
    }
    return changed;
}

}  // namespace

std::map<std::string, std::string> identity_of(const knowledge::DeviceFacts& device,
                                               const knowledge::MachineFacts& machine,
                                               const search::Space& space, const std::string& goal,
                                               const std::string& version, bool scratch) {
    Identity identity = {
        {"fstune", version},
        {"goal", goal},
        {"kernel", machine.kernel},
        {"processors", std::to_string(machine.processors)},
        {"memory", knowledge::format_size(machine.memory)},
    };
    identity.merge(identity_of_device(device, scratch));
    for (const auto& [tool, tool_version] : machine.tools) identity["tool " + tool] = tool_version;
    identity["space filesystems"] = fmt::format("{}", fmt::join(space.filesystems(), ","));
    for (const auto& parameter : space.parameters())
        identity["space " + parameter.name] = parameter_text(parameter);
    return identity;
}

Result<void> same_study(const StudyHeader& kept, const StudyHeader& now) {
    const auto changed = changes(kept.identity, now.identity);
    if (changed.empty()) return {};
    return fail(ErrorCode::refused,
                fmt::format("the study cannot go on here: {}; begin a new one", changed));
}

Result<void> same_device(const StudyHeader& kept, const knowledge::DeviceFacts& device) {
    Identity then;
    for (const auto& [name, value] : kept.identity)
        if (name.starts_with("device")) then[name] = value;
    const auto changed = changes(then, identity_of_device(device, false));
    if (changed.empty()) return {};
    const auto named = kept.settings.find("device");
    return fail(
        ErrorCode::refused,
        fmt::format("{} is another device than {}, which the study is of: {}; name that "
                    "device, or begin a new study",
                    device.path, named == kept.settings.end() ? "that" : named->second, changed));
}

}  // namespace fstune::tuner
