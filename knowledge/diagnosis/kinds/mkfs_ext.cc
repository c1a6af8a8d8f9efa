#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "knowledge/diagnosis/kinds/mkfs_rules.h"
#include "knowledge/readers/fstab.h"
#include "knowledge/readers/text.h"
#include "knowledge/units.h"

namespace fstune::knowledge::diagnosis {

namespace {

struct ExtOptions {
    std::uint64_t block = 0, cluster = 0, stride = 0, stripe_width = 0;
    bool bigalloc = false, eager = false;
    std::vector<std::string_view> features;
};

void take_extended(std::string_view text, ExtOptions& options) {
    for (const auto part : split(text, ',')) {
        const auto name = option_name(part);
        const auto number = number_of<std::uint64_t>(option_value(part)).value_or(0);
        if (name == "stride") options.stride = number;
        if (name == "stripe_width" || name == "stripe-width") options.stripe_width = number;
        if (name == "lazy_itable_init") options.eager = number == 0;
    }
}

ExtOptions options_of(const Words& words) {
    ExtOptions options;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto word = words[i];
        if (word.size() < 2 || word[0] != '-') continue;
        const auto rest = word.size() > 2        ? word.substr(2)
                          : i + 1 < words.size() ? words[i + 1]
                                                 : std::string_view{};
        if (word[1] == 'b') options.block = parse_size(rest).value_or(0);
        if (word[1] == 'C') options.cluster = parse_size(rest).value_or(1);
        if (word[1] == 'E') take_extended(rest, options);
        if (word[1] == 'O')
            for (const auto feature : split(rest, ',')) options.features.push_back(feature);
    }
    options.bigalloc = std::ranges::find(options.features, "bigalloc") != options.features.end();
    return options;
}

void check_cluster(const ExtOptions& options, Findings& findings) {
    if (options.cluster != 0 && !options.bigalloc)
        findings.push_back(
            finding("mkfs-refused", "-C", "-C needs bigalloc", "add -O bigalloc, or leave -C out"));
    const auto block = options.block == 0 ? 4096 : options.block;
    const auto ratio = options.cluster / block;
    if (!options.bigalloc || ratio < 2 || options.stripe_width == 0 ||
        options.stripe_width % ratio == 0)
        return;
    const auto proposed = (options.stripe_width + ratio - 1) / ratio * ratio;
    findings.push_back(finding(
        "stripe-not-aligned-to-cluster", "-E",
        fmt::format("stripe width {} does not fit the cluster of {} blocks: the kernel drops it at "
                    "mount, and only the kernel log says so",
                    options.stripe_width, ratio),
        fmt::format("use a multiple of {} blocks that is a full stripe, or none", ratio),
        {{"cluster_blocks", whole(ratio)}, {"next_multiple", whole(proposed)}}));
}

struct Feature {
    std::string_view name;
    Version since;
};

// Source: the release notes of e2fsprogs.
constexpr auto new_features = std::to_array<Feature>({{"orphan_file", {1, 47, 0}},
                                                      {"metadata_csum_seed", {1, 43, 0}},
                                                      {"fast_commit", {1, 46, 0}},
                                                      {"casefold", {1, 45, 0}},
                                                      {"verity", {1, 45, 0}},
                                                      {"stable_inodes", {1, 46, 0}}});

void check_features(const ExtOptions& options, const Context& context, Findings& findings) {
    const auto tool = context.tools.find("mke2fs");
    for (auto name : options.features) {
        const bool negated = name.starts_with('^');
        if (negated) name.remove_prefix(1);
        const auto known = std::ranges::find(new_features, name, &Feature::name);
        if (known == new_features.end()) continue;
        const bool told = tool != context.tools.end();
        if (told && tool->second >= known->since) continue;
        if (!told && !negated) continue;
        auto one = finding(
            "feature-needs-new-tools", name,
            fmt::format("{} is known to mke2fs {} and later; an unknown name is an error even when "
                        "negated: 'Invalid filesystem option set'",
                        name, to_text(known->since)),
            told ? fmt::format("leave it out: this mke2fs is {}", to_text(tool->second))
                 : "leave it out where mke2fs is older",
            {{"feature", std::string(name)}, {"mke2fs_since", to_text(known->since)}});
        if (told) one.severity = Severity::error;
        findings.push_back(std::move(one));
    }
}

}  // namespace

void check_mkfs_ext(std::string_view filesystem, const Words& words, const Context& context,
                    Findings& findings) {
    const auto options = options_of(words);
    check_block_size(filesystem, options.block, context, findings);
    check_cluster(options, findings);
    check_features(options, context, findings);
    if (options.stride != 0 && options.stripe_width % options.stride != 0)
        findings.push_back(finding("stripe-width-not-multiple", "-E",
                                   fmt::format("stripe width {} is no multiple of the stride {}",
                                               options.stripe_width, options.stride),
                                   "stripe_width = stride x data disks"));
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
        if (words[i] == "-T" && words[i + 1].starts_with("largefile"))
            findings.push_back(finding(
                "few-inodes", "-T",
                fmt::format("-T {} makes one inode for 1 MiB (largefile) or 4 MiB (largefile4): "
                            "fast to make, but small files run out of inodes",
                            words[i + 1]),
                "use -i 65536 or less unless all files are large"));
    if (filesystem == "ext4" && !options.eager && context.workload == "probe")
        findings.push_back(finding(
            "lazy-initialisation", "mkfs.ext4",
            "ext4lazyinit writes in the background after the first mount and disturbs probes",
            "for probes: -E lazy_itable_init=0,lazy_journal_init=0, or mount with noinit_itable"));
}

void check_block_size(std::string_view filesystem, std::uint64_t block, const Context& context,
                      Findings& findings) {
    if (block == 0) return;
    const bool late = context.kernel && *context.kernel >= Version{6, 12, 0};
    const bool ext = filesystem.starts_with("ext");
    if (block > context.page_size && ((filesystem == "xfs" && !late) || ext))
        findings.push_back(finding(
            "block-size-above-page-size", "-b",
            fmt::format(
                "blocks of {} bytes are larger than the page of {}: {}", block, context.page_size,
                ext ? "most kernels do not mount them" : "they mount only on kernel 6.12 or later"),
            fmt::format("use at most {} {}", context.page_size,
                        ext ? "unless a test mount succeeds" : "on older kernels"),
            {{"block_size", whole(block)}, {"most", whole(context.page_size)}}));
    const auto least = std::max(context.physical_block_size, context.logical_block_size);
    if (context.logical_block_size > block)
        findings.push_back(
            finding("mkfs-refused", "-b",
                    fmt::format("blocks of {} bytes on sectors of {}: it cannot be made or mounted",
                                block, context.logical_block_size),
                    fmt::format("use blocks of {} at least", context.logical_block_size)));
    else if (least > block)
        findings.push_back(finding(
            "block-size-below-physical", "-b",
            fmt::format("blocks of {} bytes on physical blocks of {}: the drive reads, changes and "
                        "writes back",
                        block, least),
            fmt::format("use block and sector size {}", least),
            {{"proposed_block_size", whole(least)}, {"proposed_sector_size", whole(least)}}));
}

}  // namespace fstune::knowledge::diagnosis
