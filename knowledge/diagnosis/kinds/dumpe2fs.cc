#include "knowledge/readers/dumpe2fs.h"

#include <fmt/format.h>

#include <array>
#include <numeric>

#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/diagnosis/kinds/stripe_findings.h"
#include "knowledge/readers/text.h"
#include "knowledge/units.h"

namespace fstune::knowledge::diagnosis {

namespace {

void check_stripe(const ExtSuperblock& fs, std::string_view name, Findings& findings) {
    if (fs.stride == 0 && fs.stripe_width == 0) return;
    const auto chunk = times(fs.stride, fs.block_size),
               width = times(fs.stripe_width, fs.block_size);
    const bool one_huge_disk = fs.stride == fs.stripe_width && chunk > (4u << 20);
    if (is_no_chunk(chunk) || one_huge_disk) {
        findings.push_back(finding(
            "bogus-stripe", name,
            fmt::format(
                "RAID stride {} and stripe width {} (chunk {}) are bogus: no array has such a "
                "chunk; mkfs took them from what the device claims as its optimal I/O size",
                fs.stride, fs.stripe_width, format_size(chunk)),
            "clear them: tune2fs -E stride=0,stripe_width=0 DEVICE; make later filesystems with "
            "-E stride=0,stripe_width=0 unless the array's chunk is known",
            {{"stride", whole(fs.stride)}, {"stripe_width", whole(fs.stripe_width)}}));
        return;
    }
    if (fs.stride != 0 && fs.stripe_width % fs.stride != 0) {
        findings.push_back(finding(
            "stripe-width-not-multiple", name,
            fmt::format("stripe width {} is no multiple of stride {}", fs.stripe_width, fs.stride),
            "set both from the array: stride = chunk / block, stripe width = stride x data disks",
            {{"stride", whole(fs.stride)}, {"stripe_width", whole(fs.stripe_width)}}));
        return;
    }
    if (fs.stride == 0 || fs.stripe_width == 0) return;
    findings.push_back(finding("geometry", name,
                               fmt::format("made for {} data disks with a chunk of {}",
                                           fs.stripe_width / fs.stride, format_size(chunk)),
                               "compare with the array: mdadm --detail, or the controller",
                               stripe_values(chunk, width, fs.block_size)));
}

void check_cluster(const ExtSuperblock& fs, std::string_view name, Findings& findings) {
    if (!fs.has("bigalloc") || fs.cluster_size <= fs.block_size || fs.stripe_width == 0) return;
    const auto blocks = fs.cluster_size / fs.block_size;
    if (fs.stripe_width % blocks == 0) return;
    // A superblock's stripe width has 32 bits, so the product fits.
    const auto fits = std::lcm(fs.stripe_width & 0xffffffffu, blocks & 0xffffffffu);
    findings.push_back(finding(
        "stripe-not-aligned-to-cluster", name,
        fmt::format(
            "stripe width {} does not fit the cluster of {} blocks: the stripe is inactive. The "
            "kernel drops it at mount and only the kernel log says so",
            fs.stripe_width, blocks),
        fmt::format("use stripe width {} or none", fits),
        {{"stripe_width", whole(fs.stripe_width)},
         {"cluster_blocks", whole(blocks)},
         {"proposed_stripe_width", whole(fits)}}));
}

void check_inodes(const ExtSuperblock& fs, std::string_view name, Findings& findings) {
    if (fs.inode_count == 0) return;
    const auto bytes = times(fs.block_count, fs.block_size);
    const auto each = bytes / fs.inode_count;
    const auto used_blocks = fs.block_count - std::min(fs.free_blocks, fs.block_count);
    const auto used_inodes = fs.inode_count - std::min(fs.free_inodes, fs.inode_count);
    const bool short_of_inodes = fs.free_inodes < fs.inode_count / 20 && used_inodes > 100 &&
                                 fs.free_blocks > fs.block_count / 5;
    const Values values = {{"bytes_per_inode", whole(each)}, {"inodes", whole(fs.inode_count)}};
    if (short_of_inodes) {
        findings.push_back(finding(
            "inode-exhaustion", name,
            fmt::format(
                "{} of {} inodes are used, while {:.0f} % of the blocks are free: new files fail "
                "with ENOSPC",
                used_inodes, fs.inode_count,
                100.0 * static_cast<double>(fs.free_blocks) / static_cast<double>(fs.block_count)),
            fmt::format(
                "the number of inodes cannot be changed: make the filesystem anew with a smaller "
                "-i than {} (the stored files average {})",
                each, format_size(times(used_blocks, fs.block_size) / used_inodes)),
            values));
    } else if (each >= (std::uint64_t{1} << 20)) {
        findings.push_back(finding(
            "few-inodes", name,
            fmt::format(
                "one inode for {} (as -T largefile makes it): the filesystem holds at most {} "
                "files however small",
                format_size(each), fs.inode_count),
            "cannot be changed later: unless the average file is larger than that, make it anew "
            "with "
            "-i 65536 or less",
            values));
    }
}

struct NewFeature {
    std::string_view name;
    Version mke2fs;
    std::string_view kernel;
};

constexpr std::array new_features = {NewFeature{"orphan_file", {1, 47, 0}, "5.15"},
                                     NewFeature{"metadata_csum_seed", {1, 43, 0}, "4.4"},
                                     NewFeature{"casefold", {1, 45, 0}, "5.2"},
                                     NewFeature{"fast_commit", {1, 46, 0}, "5.10"},
                                     NewFeature{"verity", {1, 45, 0}, "5.4"},
                                     NewFeature{"stable_inodes", {1, 46, 0}, "5.5"},
                                     NewFeature{"ea_inode", {1, 44, 0}, "4.13"},
                                     NewFeature{"large_dir", {1, 44, 0}, "4.13"}};

void check_features(const ExtSuperblock& fs, const Context& context, std::string_view name,
                    Findings& findings) {
    for (const auto& feature : new_features) {
        if (!fs.has(std::string(feature.name))) continue;
        const auto tool = context.tools.find("mke2fs");
        const bool too_old = tool != context.tools.end() && tool->second < feature.mke2fs;
        const auto needs = to_text(feature.mke2fs) + (feature.mke2fs.patch == 0 ? ".0" : "");
        const bool kernel_too_old = context.kernel && *context.kernel < *version_of(feature.kernel);
        auto one = finding(
            "feature-needs-new-tools", name,
            fmt::format(
                "{} needs e2fsprogs {} and kernel {}; older boot loaders, rescue systems and "
                "fsck cannot read it: flagged for boot volumes",
                feature.name, needs, feature.kernel),
            too_old ? fmt::format("mke2fs {} does not know {}, not even as ^{}: leave it out of -O",
                                  to_text(tool->second), feature.name, feature.name)
                    : fmt::format(
                          "for a boot volume add ^{} to -O, but only where mke2fs is {} or later: "
                          "an older one refuses the unknown name even when negated",
                          feature.name, needs),
            {{"feature", std::string(feature.name)},
             {"mke2fs_since", needs},
             {"kernel_since", std::string(feature.kernel)}});
        if (kernel_too_old) one.severity = Severity::error;
        findings.push_back(std::move(one));
    }
    if (fs.has("has_journal") && !fs.has("extent") && !fs.has("extents"))
        findings.push_back(finding("no-extents", name,
                                   "the filesystem has no extents (an ext3, or one upgraded from "
                                   "it): files use the old block "
                                   "maps, and mballoc's scan (mb_optimize_scan) has behaved "
                                   "differently for them across kernels",
                                   "on kernel 5.13 and later test with mb_optimize_scan=0 and =1; "
                                   "report the format as a factor, "
                                   "and compare only filesystems of one format"));
}

// Group descriptors must fit into one group unless meta_bg spreads them.
void check_growth(const ExtSuperblock& fs, std::string_view name, Findings& findings) {
    const auto descriptor = fs.has("64bit") ? std::max<std::uint64_t>(fs.descriptor_size, 64) : 32;
    if (fs.blocks_per_group == 0 || fs.has("meta_bg")) return;
    // With bigalloc a group has more blocks; the descriptors still have only clusters' room.
    const auto groups =
        times(std::min<std::uint64_t>(fs.blocks_per_group, 65536), fs.block_size / descriptor);
    auto limit = times(groups, fs.blocks_per_group);
    if (!fs.has("64bit")) limit = std::min<std::uint64_t>(limit, std::uint64_t{1} << 32);
    if (fs.block_count < limit / 2) return;
    findings.push_back(finding(
        "growth-limit", name,
        fmt::format("{} of at most {} are in use: growing beyond fails with 'too many block group "
                    "descriptors'",
                    format_size(times(fs.block_count, fs.block_size)),
                    format_size(times(limit, fs.block_size))),
        fs.block_size < 4096
            ? "make it anew with 4 KiB blocks; -b 1024 is not for filesystems that grow"
            : "plan for it: make it at its final size, or with -O meta_bg,^resize_inode",
        {{"limit_bytes", whole(times(limit, fs.block_size))},
         {"size_bytes", whole(times(fs.block_count, fs.block_size))}}));
}

void check_blocks(const ExtSuperblock& fs, const Context& context, std::string_view name,
                  Findings& findings) {
    if (context.physical_block_size > fs.block_size)
        findings.push_back(finding(
            "block-size-below-physical", name,
            fmt::format("blocks of {} bytes on a device with physical blocks of {}: the drive "
                        "reads, changes and writes back for each",
                        fs.block_size, context.physical_block_size),
            fmt::format("make it anew with -b {}", context.physical_block_size),
            {{"block_size", whole(fs.block_size)},
             {"physical_block_size", whole(context.physical_block_size)}}));
    const auto state = fs.fields.find("Filesystem state");
    if (state != fs.fields.end() && state->second != "clean")
        findings.push_back(finding("filesystem-damaged", name,
                                   fmt::format("the filesystem's state is '{}'", state->second),
                                   "check it with e2fsck before anything is measured on it"));
}

std::string name_of(const ExtSuperblock& fs) {
    for (const auto* field : {"Last mounted on", "Filesystem volume name", "Filesystem UUID"})
        if (const auto at = fs.fields.find(field);
            at != fs.fields.end() && !at->second.empty() && at->second.front() != '<')
            return at->second;
    return fs.filesystem();
}

void examine(std::string_view text, const Context& context, Findings& findings) {
    const auto read = read_dumpe2fs(text);
    if (!read) {
        findings.push_back(finding("input-cut-off", "dumpe2fs", read.error().message,
                                   "give the whole output of dumpe2fs -h or tune2fs -l"));
        return;
    }
    const auto name = name_of(*read);
    check_stripe(*read, name, findings);
    check_cluster(*read, name, findings);
    check_inodes(*read, name, findings);
    check_features(*read, context, name, findings);
    check_growth(*read, name, findings);
    check_blocks(*read, context, name, findings);
}

}  // namespace

Kind dumpe2fs_kind() {
    return {"dumpe2fs", "dumpe2fs -h or tune2fs -l", is_dumpe2fs, nullptr, examine};
}

}  // namespace fstune::knowledge::diagnosis
