#include "knowledge/readers/xfs_info.h"

#include <fmt/format.h>

#include <array>

#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/diagnosis/kinds/stripe_findings.h"
#include "knowledge/readers/text.h"
#include "knowledge/units.h"

namespace fstune::knowledge::diagnosis {

namespace {

void check_stripe(const XfsInfo& info, Findings& findings) {
    const auto block = info.number("data.bsize");
    const auto unit = info.number("data.sunit"), width = info.number("data.swidth");
    if (unit == 0 || block == 0) return;
    const auto bytes = times(unit, block);
    auto values = stripe_values(bytes, times(width, block), block);
    values["sunit_sectors"] = whole(bytes / 512);
    values["swidth_sectors"] = whole(times(width, block) / 512);
    if (is_no_chunk(bytes)) {
        findings.push_back(
            finding("bogus-stripe", info.device,
                    fmt::format("a stripe unit of {} is bogus: no array has such a chunk",
                                format_size(bytes)),
                    "make it anew with -d noalign, or with the array's own su and sw", values));
        return;
    }
    findings.push_back(finding(
        "geometry", info.device,
        fmt::format(
            "su={}, sw={}: sunit={},swidth={} in the 512-byte units of mkfs and mount, {}/{} in "
            "the blocks of xfs_info, are the same{}",
            format_size(bytes), width / unit, bytes / 512, times(width, block) / 512, unit, width,
            width == unit ? "; sw=1 is one data disk, which is no stripe but an alignment" : ""),
        "compare with the array", values));
    const auto group = info.number("meta-data.agsize");
    if (width > unit && group % width == 0 && info.number("meta-data.agcount") > 1)
        findings.push_back(finding(
            "agsize-multiple-of-stripe", info.device,
            fmt::format(
                "the allocation group size {} is a multiple of the stripe width {}: all groups "
                "start on the same disk",
                group, width),
            fmt::format("leave agcount to mkfs, or give -d agsize={}b (one stripe unit less)",
                        group - std::min(unit, group)),
            {{"agsize_blocks", whole(group)},
             {"proposed_agsize_blocks", whole(group - std::min(unit, group))}}));
}

void check_sizes(const XfsInfo& info, const Context& context, Findings& findings) {
    const auto block = info.number("data.bsize"), sector = info.number("meta-data.sectsz");
    if (context.physical_block_size > block)
        findings.push_back(
            finding("block-size-below-physical", info.device,
                    fmt::format("blocks of {} bytes on a device with physical blocks of {}", block,
                                context.physical_block_size),
                    fmt::format("make it anew with -b size={}", context.physical_block_size),
                    {{"block_size", whole(block)}}));
    if (sector != 0 && context.logical_block_size > sector)
        findings.push_back(finding(
            "sector-size-mismatch", info.device,
            fmt::format(
                "made with sectors of {}, but the device has sectors of {}: it cannot mount",
                sector, context.logical_block_size),
            "copy the data and make it anew with -s size=4096"));
    if (block > context.page_size)
        findings.push_back(finding(
            "block-size-above-page-size", info.device,
            fmt::format(
                "blocks of {} bytes are larger than the page of {}: mounts only on kernel 6.12 or "
                "later",
                block, context.page_size),
            "use blocks of the page size where older kernels must mount it",
            {{"block_size", whole(block)}}));
    if (context.kernel && *context.kernel >= Version{6, 12, 0}) {
        if (!findings.empty() && findings.back().code == "block-size-above-page-size")
            findings.back().severity = Severity::info;
    }
    const auto directory = info.number("naming.bsize");
    if (directory > 4096 && directory > block)
        findings.push_back(finding(
            "large-directory-blocks", info.device,
            fmt::format(
                "directory blocks of {} (-n size): need that much contiguous memory for each; "
                "crashes and stalls under memory pressure have been reported",
                format_size(directory)),
            "make it with the default of 4096; a probe does not show the risk",
            {{"directory_block_size", whole(directory)}}));
}

void check_format(const XfsInfo& info, Findings& findings) {
    if (info.text("meta-data.crc") == "0")
        findings.push_back(finding(
            "xfs-v4", info.device,
            "XFS version 4 (crc=0): deprecated; newer kernels do not mount it",
            "copy the data and make the filesystem anew; never use -m crc=0, whatever old advice "
            "says of its speed"));
    if (info.text("naming.ftype") == "0")
        findings.push_back(finding("no-ftype", info.device,
                                   "ftype=0: overlayfs (containers) cannot use this filesystem",
                                   "make it anew with the default -n ftype=1"));
}

struct Message {
    std::string_view words, code, means, advice;
};

constexpr auto messages = std::to_array<Message>({
    {"log stripe unit (", "log-stripe-unit-adjusted",
     "a notice, not an error: the log's stripe unit is at most 256 KiB, so mkfs falls back to 32 "
     "KiB; the "
     "data stripe stays as it is",
     "give -l su=32k (or up to 256k) to say it explicitly"},
    {"Filesystem must be larger than 300MB", "xfs-too-small",
     "mkfs.xfs 5.19 and later refuses devices below 300 MiB",
     "use ext4 for small devices, or a larger device"},
    {"Filesystem should be larger than 300MB", "xfs-too-small",
     "a filesystem below 300 MiB: mkfs.xfs makes it only where it is told to, and support ends",
     "use ext4 for small devices, or a larger device"},
    {"too small, minimum", "xfs-too-small", "the device is far too small for XFS",
     "use ext4, or a larger device"},
    {"Minimum inode size for CRCs is 512", "mkfs-refused",
     "inodes of less than 512 bytes need a filesystem without checksums",
     "use -i size=512 or more; never -m crc=0"},
    {"data su must be a multiple", "mkfs-refused", "su must be a multiple of the sector size",
     "give su in bytes, as the array's chunk"},
    {"both data su and data sw", "mkfs-refused", "su and sw are given together",
     "give su (bytes) and sw (data disks), or sunit and swidth (512-byte units), never a mixture"},
    {"both data sunit and data swidth", "mkfs-refused", "sunit and swidth are given together",
     "give su (bytes) and sw (data disks), or sunit and swidth (512-byte units), never a mixture"},
    {"Cannot specify both", "mkfs-refused", "two unit systems are mixed",
     "give su (bytes) and sw (data disks), or sunit and swidth (512-byte units), never a mixture"},
    {"data stripe width (", "mkfs-refused", "the stripe width is no multiple of the stripe unit",
     "swidth = sunit x data disks"},
    {"existing filesystem", "mkfs-refused", "the device holds something",
     "look at what it is (wipefs -n) before anything else"},
});

// "To avoid this, run mkfs with\nan AG size that is ..., for example 655232."
void find_group_warning(const XfsInfo& info, Findings& findings) {
    std::string all;
    for (const auto& line : info.messages) all += line + " ";
    if (all.find("AG size is a multiple of stripe width") == all.npos) return;
    Values values;
    std::string advice = "leave agcount to mkfs";
    if (const auto example = between(all, "for example "))
        if (const auto size = number_at_front<std::uint64_t>(*example)) {
            values["proposed_agsize_blocks"] = whole(*size);
            advice += fmt::format(", or give -d agsize={}b (one stripe unit less)", *size);
        }
    findings.push_back(finding("agsize-multiple-of-stripe", "xfs",
                               "the allocation group size is a multiple of the stripe width: all "
                               "groups start on the same disk",
                               advice, values));
}

void check_messages(const XfsInfo& info, Findings& findings) {
    const auto known = findings.size();
    for (const auto& message : messages)
        for (const auto& line : info.messages) {
            if (line.find(message.words) == std::string::npos) continue;
            findings.push_back(finding(message.code, info.device.empty() ? "xfs" : info.device,
                                       fmt::format("{} ({})", message.means, line),
                                       std::string(message.advice)));
            if (message.code == "xfs-too-small")
                findings.back().values["minimum_bytes"] = std::int64_t{300} << 20;
            break;
        }
    if (!info.complete()) find_group_warning(info, findings);
    if (info.complete() || findings.size() > known) return;
    findings.push_back(
        finding("input-cut-off", "xfs",
                "the table of xfs_info is cut off: no bsize or blocks of the data section",
                "give the whole output"));
}

void learn(std::string_view text, Context& context) {
    if (context.filesystem.empty() && read_xfs_info(text).complete()) context.filesystem = "xfs";
}

void examine(std::string_view text, const Context& context, Findings& findings) {
    const auto info = read_xfs_info(text);
    Findings own;
    if (info.complete()) {
        check_stripe(info, own);
        check_sizes(info, context, own);
        check_format(info, own);
    }
    check_messages(info, own);
    findings.insert(findings.end(), own.begin(), own.end());
}

}  // namespace

Kind xfs_info_kind() {
    return {"xfs_info", "xfs_info or mkfs.xfs output", is_xfs_info, learn, examine};
}

}  // namespace fstune::knowledge::diagnosis
