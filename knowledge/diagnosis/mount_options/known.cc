// Does this filesystem take the option at all, on this kernel?
#include <fmt/format.h>

#include "knowledge/diagnosis/mount_options/check.h"
#include "knowledge/diagnosis/mount_options/table.h"
#include "knowledge/readers/fstab.h"

namespace fstune::knowledge::diagnosis {

namespace {

std::string owners_of(std::string_view option) {
    std::string owners;
    for (const auto& filesystem : filesystem_options())
        if (find_option(filesystem, option) != nullptr)
            owners += fmt::format("{}{}", owners.empty() ? "" : ", ", filesystem.filesystem);
    return owners;
}

bool reached(const Context& context, std::string_view version) {
    const auto bound = version_of(version);
    return bound && (!context.kernel || *context.kernel >= *bound);
}

void unknown(const MountOptions& mount, const std::string& option, OptionReport& report) {
    const auto name = option_name(option);
    const auto owners = owners_of(name);
    if (owners.empty()) {
        report.findings.push_back(finding(
            "unknown-mount-option", mount.subject,
            fmt::format("{} is not an option of {} that fstune knows", option, mount.filesystem),
            "check the spelling; an unknown option makes the mount fail",
            {{"option", option}, {"filesystem", mount.filesystem}}));
        return;
    }
    report.findings.push_back(
        finding("option-of-other-filesystem", mount.subject,
                fmt::format("{} is an option of {}, not of {}: the mount fails{}", option, owners,
                            mount.filesystem, mount.root ? " or the root stays read-only" : ""),
                fmt::format("remove {}", option),
                {{"option", option}, {"filesystem", mount.filesystem}, {"belongs_to", owners}}));
    report.drop(option);
}

void removed(const MountOptions& mount, const std::string& option, const MountOption& known,
             OptionReport& report) {
    const auto was = known.no_op.empty()
                         ? std::string()
                         : fmt::format(" (it has done nothing since {})", known.no_op);
    report.findings.push_back(
        finding("removed-mount-option", mount.subject,
                fmt::format("{} on {} makes the mount fail on kernel {} and later{}", option,
                            mount.filesystem, known.removed, was),
                known.instead.empty() ? fmt::format("remove {}", option)
                                      : fmt::format("write {} instead", known.instead),
                {{"option", option},
                 {"filesystem", mount.filesystem},
                 {"removed_in", std::string(known.removed)}}));
    const bool same_value = known.instead == "allocsize";  // biosize takes log2, not bytes
    report.replace(option, same_value ? "" : std::string(known.instead));
}

void does_nothing(const MountOptions& mount, const std::string& option, const MountOption& known,
                  OptionReport& report) {
    const auto later = known.removed.empty()
                           ? std::string()
                           : fmt::format(", and the mount fails from {} on", known.removed);
    report.findings.push_back(finding("no-op-mount-option", mount.subject,
                                      fmt::format("{} on {} does nothing since kernel {}{}", option,
                                                  mount.filesystem, known.no_op, later),
                                      fmt::format("remove {}", option),
                                      {{"option", option}, {"filesystem", mount.filesystem}}));
    report.drop(option);
}

void too_new(const MountOptions& mount, const std::string& option, std::string_view since,
             OptionReport& report) {
    report.findings.push_back(
        finding("mount-option-too-new", mount.subject,
                fmt::format("{} on {} needs kernel {} or later", option, mount.filesystem, since),
                fmt::format("remove {} on this kernel", option),
                {{"option", option}, {"since", std::string(since)}}));
    report.drop(option);
}

void leaves(const MountOptions& mount, const std::string& option, const MountOption& known,
            OptionReport& report) {
    report.findings.push_back(
        finding("mount-option-will-be-removed", mount.subject,
                fmt::format("{} on {} makes the mount fail from kernel {} on", option,
                            mount.filesystem, known.removed),
                fmt::format("remove {} before the kernel is upgraded", option),
                {{"option", option}, {"removed_in", std::string(known.removed)}}));
}

}  // namespace

void check_known(const MountOptions& mount, const Context& context, OptionReport& report) {
    const auto* table = options_of(mount.filesystem);
    if (table == nullptr) return;
    for (const auto& option : mount.options) {
        const auto name = option_name(option);
        const auto* known = find_option(*table, name);
        if (known == nullptr && is_generic_option(name)) continue;
        const auto since = known == nullptr ? std::nullopt : version_of(known->since);
        if (known == nullptr)
            unknown(mount, option, report);
        else if (reached(context, known->removed))
            removed(mount, option, *known, report);
        else if (since && context.kernel && *context.kernel < *since)
            too_new(mount, option, known->since, report);
        else if (reached(context, known->no_op))
            does_nothing(mount, option, *known, report);
        else if (!known->removed.empty())
            leaves(mount, option, *known, report);
    }
}

}  // namespace fstune::knowledge::diagnosis
