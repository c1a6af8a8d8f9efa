#include "tuner/inspect/advice.h"

#include <fmt/format.h>

#include <algorithm>

#include "knowledge/catalogue.h"
#include "knowledge/catalogue/default_rules.h"
#include "knowledge/command_lines.h"
#include "probes/host/process.h"
#include "tuner/goals/goals.h"

namespace fstune::tuner {

namespace {

// The search never varies the geometry of XFS, but a person must be told it.
Result<std::vector<knowledge::Parameter>> parameters_of(const std::string& filesystem,
                                                        const Inspection& inspection,
                                                        const knowledge::MachineFacts& machine) {
    auto applicable = knowledge::applicable_parameters({.filesystems = {filesystem},
                                                        .allowed = {knowledge::Risk::safe},
                                                        .device = inspection.device,
                                                        .machine = machine});
    if (!applicable) return tl::unexpected(applicable.error());
    auto parameters = std::move(applicable->parameters);
    const auto all = knowledge::catalogue(filesystem);
    if (!all) return tl::unexpected(all.error());
    for (const auto& one : *all) {
        const bool known = std::ranges::find(parameters, one.name, &knowledge::Parameter::name) !=
                           parameters.end();
        if (known || (one.name != "xfs.su" && one.name != "xfs.sw")) continue;
        parameters.push_back(one);
        // Where there is no stripe, it is told only if mkfs.xfs would take the hints for one.
        if (one.name == "xfs.su" && !inspection.geometry.stripe)
            parameters.back().default_value =
                knowledge::default_by_rule("xfs_su", inspection.device, machine)
                    .value_or(one.default_value);
    }
    if (inspection.geometry.stripe)
        knowledge::admit_geometry(*inspection.geometry.stripe, parameters);
    return parameters;
}

Result<Advice> as_typed(const std::string& goal, const knowledge::StartingPoint& point,
                        const std::vector<knowledge::Parameter>& parameters,
                        const std::string& path) {
    const auto lines = knowledge::command_lines(parameters, point.configuration, path,
                                                knowledge::Purpose::production);
    if (!lines) return tl::unexpected(lines.error());
    auto mkfs = lines->mkfs;
    // A person who types it should be stopped by what is on the device.
    std::erase_if(mkfs, [](const auto& word) { return word == "-f" || word == "-F"; });
    Advice advice{goal, point, probes::shell_quoted(mkfs), lines->mount_options, {}};
    for (const auto& setting : lines->queue)
        advice.queue.push_back(setting.attribute + "=" + setting.value);
    return advice;
}

}  // namespace

Result<std::vector<Advice>> expert_advice(const Inspection& inspection,
                                          const knowledge::MachineFacts& machine) {
    std::vector<Advice> advice;
    if (inspection.device.size == 0) return advice;  // an array that is not active, an empty drive
    for (const auto* filesystem : {"ext4", "xfs", "btrfs"}) {
        const auto parameters = parameters_of(filesystem, inspection, machine);
        if (!parameters) return tl::unexpected(parameters.error());
        for (const auto& goal : goals()) {
            const auto points = knowledge::starting_points(
                {filesystem, goal.name, inspection.device, machine, inspection.geometry.stripe},
                *parameters);
            if (points.empty()) continue;
            auto typed = as_typed(goal.name, points.back(), *parameters, inspection.device.path);
            if (!typed) return tl::unexpected(typed.error());
            advice.push_back(std::move(*typed));
        }
    }
    return advice;
}

}  // namespace fstune::tuner
