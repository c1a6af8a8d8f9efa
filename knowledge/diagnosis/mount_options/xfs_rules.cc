// XFS: values that are refused, and values that are taken but changed.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "knowledge/diagnosis/mount_options/check.h"
#include "knowledge/readers/fstab.h"
#include "knowledge/readers/text.h"
#include "knowledge/units.h"

namespace fstune::knowledge::diagnosis {

namespace {

void bad_value(const MountOptions& mount, const std::string& option, std::string_view must,
               OptionReport& report) {
    report.findings.push_back(finding(
        "bad-option-value", mount.subject, fmt::format("{}: {}; the mount fails", option, must),
        fmt::format("remove {} or correct it", option), {{"option", option}}));
    report.drop(option);
}

void check_log(const MountOptions& mount, const std::string& option, OptionReport& report) {
    const auto name = option_name(option), value = option_value(option);
    if (name == "logbufs") {
        const auto count = number_of<int>(value);
        if (!count || *count < 2 || *count > 8)
            bad_value(mount, option, "XFS takes 2 to 8 log buffers", report);
    }
    if (name == "logbsize") {
        const auto size = parse_size(value);
        if (!size || !std::has_single_bit(*size) || *size < 16384 || *size > 262144)
            bad_value(mount, option, "must be 16k, 32k, 64k, 128k or 256k", report);
    }
}

void check_allocsize(const MountOptions& mount, const std::string& option, OptionReport& report) {
    const auto size = parse_size(option_value(option));
    if (!size || *size < 4096) {
        bad_value(mount, option, "must be a size from a page to 1 GiB", report);
    } else if (!std::has_single_bit(*size)) {
        // Read back on kernel 6.18: 3m became 1m, not 2m.
        report.findings.push_back(finding(
            "value-not-as-written", mount.subject,
            fmt::format("{}: not a power of two; XFS takes it but uses a smaller size", option),
            fmt::format("write allocsize={}k, and read /proc/mounts after the mount",
                        std::bit_floor(*size) / 1024),
            {{"option", option}}));
    }
}

// Deprecated since 5.10. Tried on 6.18: taken with a warning, without effect (see the table).
void check_deprecated(const MountOptions& mount, const std::string& option, const Context& context,
                      OptionReport& report) {
    if (option != "attr2" && option != "noattr2" && option != "ikeep" && option != "noikeep")
        return;
    if (!context.kernel || *context.kernel < Version{5, 10, 0} ||
        *context.kernel >= Version{6, 18, 0})
        return;
    report.findings.push_back(finding(
        "mount-option-will-be-removed", mount.subject,
        fmt::format("{} on xfs is deprecated: the kernel warns at each mount, and a later one will "
                    "refuse it",
                    option),
        fmt::format("remove {}", option), {{"option", option}}));
    report.drop(option);
}

}  // namespace

void check_xfs(const MountOptions& mount, const Context& context, OptionReport& report) {
    std::string sunit, swidth;
    bool noalign = false;
    for (const auto& option : mount.options) {
        const auto name = option_name(option);
        check_log(mount, option, report);
        check_deprecated(mount, option, context, report);
        if (name == "allocsize") check_allocsize(mount, option, report);
        if (name == "sunit") sunit = option;
        if (name == "swidth") swidth = option;
        noalign |= option == "noalign";
        if (option == "norecovery" &&
            std::find(mount.options.begin(), mount.options.end(), "ro") == mount.options.end())
            bad_value(mount, option, "norecovery needs ro", report);
    }
    if (sunit.empty() != swidth.empty()) {
        bad_value(mount, sunit.empty() ? swidth : sunit,
                  "sunit and swidth (in units of 512 bytes) are given together", report);
    } else if (!sunit.empty()) {
        const auto unit = number_of<std::uint64_t>(option_value(sunit));
        const auto width = number_of<std::uint64_t>(option_value(swidth));
        if (!unit || !width || *unit == 0 || *width % *unit != 0 || noalign)
            bad_value(mount, swidth, "swidth must be a multiple of sunit, without noalign", report);
    }
}

}  // namespace fstune::knowledge::diagnosis
