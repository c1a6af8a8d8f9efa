// ext2, ext3 and ext4: data modes, commit intervals, barriers, values with a form.
#include <fmt/format.h>

#include <algorithm>

#include "knowledge/diagnosis/mount_options/check.h"
#include "knowledge/readers/fstab.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge::diagnosis {

namespace {

bool has(const MountOptions& mount, std::string_view option) {
    return std::ranges::find(mount.options, option) != mount.options.end();
}

void add(OptionReport& report, const MountOptions& mount, std::string_view code,
         const std::string& option, std::string message, std::string advice) {
    report.findings.push_back(
        finding(code, mount.subject, std::move(message), std::move(advice), {{"option", option}}));
}

void check_data_mode(const MountOptions& mount, const std::string& option, OptionReport& report) {
    const auto mode = option_value(option);
    if (mode != "ordered" && mode != "writeback" && mode != "journal") {
        add(report, mount, "bad-option-value", option,
            fmt::format("{}: the mode is ordered, writeback or journal; the mount fails", option),
            fmt::format("remove {} (the default is ordered)", option));
        report.drop(option);
        return;
    }
    if (mount.root || mount.remount) {
        add(report, mount, "data-mode-on-root", option,
            fmt::format("{}: the data mode cannot be changed by a remount{}", option,
                        mount.root ? ", and the root is already mounted when fstab is read: the "
                                     "boot unit that remounts it fails"
                                   : ""),
            fmt::format("remove it here; use rootflags={} on the kernel command line, or "
                        "tune2fs -o journal_data{}{}",
                        option, mode == "journal" ? "" : "_", mode == "journal" ? "" : mode));
        report.drop(option);
    }
    if (mode == "writeback")
        add(report, mount, "unsafe-mount-option", option,
            "data=writeback is unsafe: after a crash, files may hold stale data of other files",
            "use the default data=ordered unless the data may be lost");
    if (mode == "journal")
        add(report, mount, "data-journal-side-effects", option,
            "data=journal writes all data twice and switches off delayed allocation and O_DIRECT, "
            "which only the kernel log says",
            "measure with the workload; probes with O_DIRECT do not measure what they seem to");
}

void check_commit(const MountOptions& mount, const std::string& option, OptionReport& report) {
    const auto seconds = number_of<std::int64_t>(option_value(option));
    if (!seconds || *seconds < 0) {
        add(report, mount, "bad-option-value", option,
            fmt::format("{}: not a number of seconds", option), "write commit=5 (the default)");
        report.drop(option);
    } else if (*seconds == 0) {
        add(report, mount, "value-not-as-written", option,
            "commit=0 means the default of 5 seconds, not at once", "remove it");
    } else if (*seconds > 30) {
        report.findings.push_back(finding(
            "long-commit-interval", mount.subject,
            fmt::format("{}: a crash can lose the last {} seconds ({:.3g} minutes) of changes",
                        option, *seconds, static_cast<double>(*seconds) / 60),
            "keep it at 30 seconds or less unless that loss is accepted",
            {{"option", option}, {"loss_window_s", *seconds}}));
    }
}

void check_barriers(const MountOptions& mount, const std::string& option, OptionReport& report) {
    add(report, mount, "unsafe-mount-option", option,
        fmt::format(
            "{} is unsafe: without flushes of the drive's cache, a power cut can corrupt the "
            "filesystem",
            option),
        "remove it; drives without a volatile cache lose nothing by barriers");
}

void check_refused_combinations(const MountOptions& mount, OptionReport& report) {
    const auto refused = [&](const std::string& option, const std::string& why) {
        add(report, mount, "refused-combination", option,
            fmt::format("{}: the kernel refuses the mount", why), fmt::format("remove {}", option));
        report.drop(option);
    };
    const bool other_data = has(mount, "data=writeback") || has(mount, "data=journal");
    if (has(mount, "journal_async_commit") && !other_data)
        refused("journal_async_commit", "journal_async_commit with data=ordered, the default");
    if (has(mount, "data=journal") && has(mount, "delalloc"))
        refused("delalloc", "delalloc with data=journal");
    if (mount.remount && has(mount, "nodelalloc"))
        refused("nodelalloc", "nodelalloc cannot be set by a remount");
    if (has(mount, "journal_async_commit") && other_data)
        add(report, mount, "unsafe-mount-option", "journal_async_commit",
            "journal_async_commit writes the commit block without waiting for the blocks it "
            "commits",
            "remove it unless the data may be lost");
}

void check_value(const MountOptions& mount, const std::string& option, OptionReport& report) {
    const auto name = option_name(option), value = option_value(option);
    if (name == "inode_readahead_blks") {
        const auto blocks = number_of<std::uint64_t>(value);
        if (!blocks || (*blocks & (*blocks - 1)) != 0) {
            add(report, mount, "bad-option-value", option,
                fmt::format("{}: must be a power of two (or 0); the mount fails", option),
                "write inode_readahead_blks=32 (the default) or another power of two");
            report.drop(option);
        }
    }
    if (name == "errors" && value != "continue" && value != "remount-ro" && value != "panic") {
        add(report, mount, "bad-option-value", option,
            fmt::format("{}: the choice is continue, remount-ro or panic; the mount fails", option),
            "write errors=remount-ro");
        report.replace(option, "errors=remount-ro");
    }
}

}  // namespace

void check_ext(const MountOptions& mount, const Context&, OptionReport& report) {
    for (const auto& option : mount.options) {
        const auto name = option_name(option);
        if (name == "data" && mount.filesystem != "ext2") check_data_mode(mount, option, report);
        if (name == "commit" && mount.filesystem != "ext2") check_commit(mount, option, report);
        if (option == "nobarrier" || option == "barrier=0") check_barriers(mount, option, report);
        if ((option == "noload" || option == "norecovery") && !has(mount, "ro"))
            add(report, mount, "unsafe-mount-option", option,
                fmt::format("{} without ro mounts without replaying the journal: data may be lost",
                            option),
                "remove it, or add ro");
        if (option == "noauto_da_alloc" || option == "auto_da_alloc=0")
            add(report, mount, "unsafe-mount-option", option,
                fmt::format("{}: files replaced without fsync may be empty after a crash", option),
                "remove it unless every writer calls fsync");
        check_value(mount, option, report);
    }
    check_refused_combinations(mount, report);
}

}  // namespace fstune::knowledge::diagnosis
