// btrfs: the free space tree, discard, compression, and what costs writes.
#include <fmt/format.h>

#include <algorithm>

#include "knowledge/diagnosis/mount_options/check.h"
#include "knowledge/readers/fstab.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge::diagnosis {

namespace {

void add(OptionReport& report, const MountOptions& mount, std::string_view code,
         const std::string& option, std::string message, std::string advice) {
    report.findings.push_back(
        finding(code, mount.subject, std::move(message), std::move(advice), {{"option", option}}));
}

bool before(const Context& context, int major, int minor) {
    return context.kernel && *context.kernel < Version{major, minor, 0};
}

void check_space_cache(const MountOptions& mount, const std::string& option, const Context& context,
                       OptionReport& report) {
    if (option == "space_cache=v2") return;
    add(report, mount, "free-space-tree-conflict", option,
        fmt::format(
            "{} is refused on filesystems with a free space tree, the default of mkfs.btrfs "
            "since 5.15; the first mount may still have worked",
            option),
        "leave it out, or write space_cache=v2");
    report.replace(option, before(context, 4, 5) ? "" : "space_cache=v2");
}

void check_discard(const MountOptions& mount, const std::string& option, const Context& context,
                   OptionReport& report) {
    if (option != "discard" && option != "discard=sync") return;
    const bool is_default = context.kernel && !before(context, 6, 2);
    add(report, mount, "synchronous-discard", option,
        fmt::format("{} on btrfs discards synchronously and can stall the system for seconds",
                    option),
        is_default ? "leave it out: discard=async is the default since kernel 6.2 where the device "
                     "can discard; fstrim.timer is then optional"
                   : "write discard=async (kernel 5.6; the default since 6.2), or leave it out and "
                     "use fstrim.timer");
    report.replace(option, is_default || before(context, 5, 6) ? "" : "discard=async");
}

void clamped(const MountOptions& mount, const std::string& option, int level, int used,
             std::string_view algorithm, OptionReport& report) {
    if (level == used) return;
    add(report, mount, "value-not-as-written", option,
        fmt::format("{}: {} levels outside the range are changed silently: {} becomes {}", option,
                    algorithm, level, used),
        fmt::format("write {}={}:{}", option_name(option), algorithm, used));
    report.replace(option, fmt::format("{}={}:{}", option_name(option), algorithm, used));
}

void check_compression(const MountOptions& mount, const std::string& option, const Context& context,
                       OptionReport& report) {
    const auto value = option_value(option);
    const auto algorithm = value.substr(0, value.find(':'));
    const auto level = value.find(':') == value.npos
                           ? std::nullopt
                           : number_of<int>(value.substr(value.find(':') + 1));
    if (algorithm == "zstd" && level) {
        // Negative levels came with 6.15.
        const int lowest = before(context, 6, 15) ? 1 : -15;
        clamped(mount, option, *level, *level == 0 ? 3 : std::clamp(*level, lowest, 15), algorithm,
                report);
    } else if (algorithm == "zlib" && level) {
        clamped(mount, option, *level, *level == 0 ? 3 : std::clamp(*level, 1, 9), algorithm,
                report);
    } else if (algorithm == "lzo" && level) {
        add(report, mount, "value-not-as-written", option,
            "lzo has no levels; the level is ignored", "write lzo alone");
    } else if (!algorithm.empty() && algorithm != "zstd" && algorithm != "zlib" &&
               algorithm != "lzo" && algorithm != "no" && algorithm != "none") {
        add(report, mount, "bad-option-value", option,
            fmt::format("{}: btrfs compresses with zlib, lzo or zstd; the mount fails", option),
            "write compress=zstd");
        report.replace(option, std::string(option_name(option)) + "=zstd");
    }
    if (algorithm == "zstd" && before(context, 4, 14)) {
        add(report, mount, "mount-option-too-new", option, "zstd needs kernel 4.14 or later",
            "write compress=lzo");
        report.replace(option, std::string(option_name(option)) + "=lzo");
    }
}

bool compresses(const std::string& option) {
    const auto name = option_name(option);
    return (name == "compress" || name == "compress-force") && option_value(option) != "no" &&
           option_value(option) != "none";
}

void check_cow(const MountOptions& mount, OptionReport& report) {
    std::string cow, compression;
    bool cow_last = false;
    for (const auto& option : mount.options) {
        if (option == "nodatacow" || option == "nodatasum") cow = option, cow_last = true;
        if (compresses(option)) compression = option, cow_last = false;
    }
    if (cow.empty() || compression.empty()) return;
    const auto& wins = cow_last ? cow : compression;
    const auto& loses = cow_last ? compression : cow;
    report.findings.push_back(finding(
        "contradictory-options", mount.subject,
        fmt::format(
            "{} and {} contradict each other: compression needs copy-on-write and checksums; "
            "the last one, {}, wins without a word",
            loses, wins, wins),
        "keep one of them, and check /proc/mounts after mounting",
        {{"options", std::vector<std::string>{loses, wins}}, {"wins", wins}}));
    report.drop(loses);
}

void check_autodefrag(const MountOptions& mount, const Context& context, OptionReport& report) {
    const bool broken = context.kernel && context.kernel->major == 5 && context.kernel->minor == 16;
    if (broken)
        add(report, mount, "autodefrag-broken", "autodefrag",
            "autodefrag is broken in kernel 5.16: it rewrites files without end",
            "remove autodefrag, or use another kernel");
    else if (writes_at_random(context))
        add(report, mount, "autodefrag-write-amplification", "autodefrag",
            "autodefrag rewrites whole ranges for each small write: with databases and VM images "
            "it "
            "multiplies what the device writes",
            "remove autodefrag; compare sectors written by the device with bytes asked");
    if (broken || writes_at_random(context)) report.drop("autodefrag");
}

}  // namespace

void check_btrfs(const MountOptions& mount, const Context& context, OptionReport& report) {
    for (const auto& option : mount.options) {
        const auto name = option_name(option);
        if (name == "space_cache" || name == "nospace_cache")
            check_space_cache(mount, option, context, report);
        if (name == "discard") check_discard(mount, option, context, report);
        if (name == "compress" || name == "compress-force")
            check_compression(mount, option, context, report);
        if (name == "autodefrag") check_autodefrag(mount, context, report);
        if (option == "ssd")
            add(report, mount, "redundant-option", option, "ssd is detected by btrfs itself",
                "leave it out");
        if (option == "nobarrier")
            add(report, mount, "unsafe-mount-option", option,
                "nobarrier is unsafe: a power cut can corrupt the filesystem beyond repair",
                "remove it");
        if (option == "degraded")
            add(report, mount, "unsafe-mount-option", option,
                "degraded in a permanent line hides a missing device and can split the copies",
                "remove it after the repair");
        const auto seconds =
            name == "commit" ? number_of<std::int64_t>(option_value(option)) : std::nullopt;
        if (seconds && *seconds > 60)
            report.findings.push_back(
                finding("long-commit-interval", mount.subject,
                        fmt::format("{}: a crash can lose the last {} seconds of changes", option,
                                    *seconds),
                        "keep it at the default of 30 seconds unless that loss is accepted",
                        {{"option", option}, {"loss_window_s", *seconds}}));
    }
    check_cow(mount, report);
}

}  // namespace fstune::knowledge::diagnosis
