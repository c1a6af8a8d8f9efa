#include "knowledge/readers/kernel_log.h"

#include <fmt/format.h>

#include <array>
#include <set>

#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge::diagnosis {

namespace {

// What a message means: words that it holds, and what to say of it.
struct Rule {
    std::string_view filesystem;  // empty: any
    std::string_view words;
    std::string_view code, means, advice;
};

constexpr auto rules = std::to_array<Rule>({
    {"btrfs", "cannot disable free space tree", "free-space-tree-conflict",
     "a mount option asks for the old free space cache, but the filesystem has a free space tree: "
     "it "
     "no longer mounts",
     "leave space_cache, space_cache=v1 and nospace_cache out of the mount options, or write "
     "space_cache=v2"},
    {"btrfs", "cannot disable free-space-tree", "free-space-tree-conflict",
     "a mount option asks for the old free space cache, but the filesystem has a free space tree: "
     "it no longer mounts",
     "leave space_cache, space_cache=v1 and nospace_cache out of the mount options, or write "
     "space_cache=v2"},
    {"", "or less will currently work", "block-size-above-page-size",
     "blocks larger than the page: this kernel does not mount it",
     "use kernel 6.12 or later for XFS, or make it anew with blocks of the page size"},
    {"", "annot change data mode on remount", "data-mode-on-root",
     "the data mode cannot be changed by a remount, as is done to / from fstab",
     "use rootflags=data=... on the kernel command line or tune2fs -o, and take data= out of "
     "fstab"},
    {"", "stripe is disabled", "stripe-not-aligned-to-cluster",
     "the stripe width does not fit the cluster size; the mount succeeds without a stripe",
     "make the stripe width a multiple of the cluster size in blocks, or leave it out"},
    {"", "V4 format (crc=0) not supported", "xfs-v4",
     "this kernel does not mount XFS without checksums (version 4)",
     "copy the data and make the filesystem anew; never use -m crc=0"},
    {"", "Deprecated V4 format", "xfs-v4",
     "XFS without checksums (version 4) is deprecated and will not mount on later kernels",
     "copy the data and make the filesystem anew; never use -m crc=0"},
    {"", "device supports 4096 byte sectors (not 512)", "sector-size-mismatch",
     "the filesystem has 512-byte sectors, the device now has 4096: it cannot mount",
     "copy the data and make the filesystem with -s size=4096; keep 4Kn disks out of this array "
     "until "
     "then"},
    {"", "bad block size", "sector-size-mismatch",
     "the block size is smaller than the device's sector, or larger than this kernel takes",
     "make the filesystem with blocks of at least the sector size (4096)"},
    {"", "nknown parameter", "mount-option-refused", "the kernel does not know a mount option",
     "remove it; fstune lint shows what each filesystem takes"},
    {"", "nrecognized mount option", "mount-option-refused",
     "the kernel does not know a mount option",
     "remove it; fstune lint shows what each filesystem takes"},
    {"", "Mount option(s) incompatible with", "mount-option-refused",
     "a mount option belongs to ext4 only", "remove it, or convert the filesystem to ext4"},
    {"", "logbuf size must be greater than or equal to log stripe size", "mount-option-refused",
     "logbsize is smaller than the log stripe unit the filesystem was made with",
     "use a logbsize of at least the log stripe unit (xfs_info, log sunit)"},
    {"", "delayed allocation, dioread_nolock and O_DIRECT support", "data-journal-side-effects",
     "data=journal switched off delayed allocation and O_DIRECT",
     "do not probe with O_DIRECT on it"},
    {"btrfs", "open_ctree failed", "mount-failed", "the mount failed", "see the lines before it"},
    {"", "orruption", "filesystem-damaged", "the filesystem reports corruption",
     "unmount it, copy what matters, and check it; do not tune a damaged filesystem"},
    {"", "I/O error", "device-errors", "the device reports errors",
     "check the device and its cabling before anything is measured on it"},
    {"", "checksum verify failed", "filesystem-damaged", "a checksum does not fit",
     "check the device and its memory; do not tune a damaged filesystem"},
});

bool recognises(std::string_view text) {
    return any_line(text, [](std::string_view line) { return kernel_message(line).has_value(); });
}

void examine(std::string_view text, const Context&, Findings& findings) {
    std::set<std::string> said;
    for_each_line(text, [&](std::string_view line) {
        const auto message = kernel_message(line);
        if (!message) return;
        for (const auto& rule : rules) {
            if (!rule.filesystem.empty() && rule.filesystem != message->filesystem) continue;
            if (message->text.find(rule.words) == std::string::npos) continue;
            const auto& subject = message->device.empty() ? message->filesystem : message->device;
            if (said.size() < 1000 && said.insert(subject + std::string(rule.words)).second)
                findings.push_back(
                    finding(rule.code, subject, fmt::format("{} ({})", rule.means, message->text),
                            std::string(rule.advice), {{"filesystem", message->filesystem}}));
            return;
        }
    });
}

}  // namespace

Kind kernel_log_kind() {
    return {"kernel-log", "kernel log lines of filesystems", recognises, nullptr, examine};
}

}  // namespace fstune::knowledge::diagnosis
