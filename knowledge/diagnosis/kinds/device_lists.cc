// lsblk -J, wipefs -J, blkid, fdisk -l: what may not be formatted, and what is misaligned.
#include <fmt/format.h>

#include <map>
#include <set>

#include "knowledge/diagnosis/kinds/device_findings.h"
#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/geometry/io_hints.h"
#include "knowledge/readers/fdisk.h"
#include "knowledge/readers/json_part.h"
#include "knowledge/readers/lsblk_table.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge::diagnosis {

namespace {

bool contains(std::string_view text, std::string_view words) {
    return text.find(words) != std::string_view::npos;
}

std::string_view json_of(std::string_view text) {
    const auto part = json_part(text);
    return part ? part->json : text;
}

bool is_lsblk(std::string_view text) {
    return contains(text, "\"blockdevices\"") || is_lsblk_table(text);
}
bool is_wipefs(std::string_view text) {
    return contains(text, "\"signatures\"") || is_wipefs_table(text);
}

// dm-integrity below a filesystem: blocks that were never written have no tags.
void find_integrity(const LsblkDevice& device, std::string_view text, Findings& findings) {
    const bool integrity = contains(device.fstype, "integrity") ||
                           contains(device.type, "integrity") ||
                           contains(device.name, "integrity") || contains(device.name, "_dif");
    if (integrity)
        findings.push_back(finding("integrity-below", device.name,
                                   "a dm-integrity layer is below: a block that was never written "
                                   "has no tag and reads as an "
                                   "I/O error",
                                   "make ext4 with -E lazy_itable_init=0,lazy_journal_init=0; take "
                                   "every EIO of an unwritten "
                                   "block as this"));
    for (const auto& child : device.children) find_integrity(child, text, findings);
}

// Sector sizes of the members of each array, by the array.
using Members = std::map<std::string, std::set<std::uint64_t>>;

void collect_members(const LsblkDevice& device, Members& members) {
    for (const auto& child : device.children) {
        const bool array = child.type.starts_with("raid") || child.type == "linear" ||
                           child.type == "lvm" || child.type == "md";
        if (array && device.logical_block_size != 0)
            members[child.kernel_name()].insert(device.logical_block_size);
        collect_members(child, members);
    }
}

void find_mixed_sectors(const std::vector<LsblkDevice>& devices, Findings& findings) {
    Members members;
    for (const auto& device : devices) collect_members(device, members);
    for (const auto& [array, sizes] : members)
        if (sizes.size() > 1)
            findings.push_back(finding(
                "sector-size-mismatch", array,
                fmt::format("its members have sectors of {} and of {}: the array has the larger "
                            "ones, and a filesystem made with smaller ones does not mount",
                            *sizes.begin(), *sizes.rbegin()),
                fmt::format("make XFS with -s size={0}, ext4 with -b {0} or more; what was made "
                            "with smaller sectors must be copied",
                            std::max<std::uint64_t>(*sizes.rbegin(), 4096)),
                {{"proposed_sector_size", whole(*sizes.rbegin())}}));
}

void examine_lsblk(std::string_view text, const Context&, Findings& findings) {
    const auto devices = lsblk_devices(text);
    if (!devices) return add_cut_off("lsblk", devices.error(), findings);
    add_refusals(refusals(*devices), findings);
    for (const auto& device : *devices) find_integrity(device, text, findings);
    find_mixed_sectors(*devices, findings);
}

void examine_wipefs(std::string_view text, const Context&, Findings& findings) {
    const auto signatures =
        is_wipefs_table(text) ? read_wipefs_table(text) : read_wipefs(json_of(text));
    if (!signatures) return add_cut_off("wipefs", signatures.error(), findings);
    add_refusals(refusals(*signatures), findings);
}

bool is_blkid(std::string_view text) {
    return any_line(text, [](std::string_view line) {
        return line.starts_with("DEVNAME=/dev/") ||
               (line.starts_with("/dev/") && contains(line, ": ") && contains(line, "=\"") &&
                (contains(line, "UUID=\"") || contains(line, "TYPE=\"")));
    });
}

void examine_blkid(std::string_view text, const Context&, Findings& findings) {
    const auto devices = read_blkid(text);
    if (!devices) return add_cut_off("blkid", devices.error(), findings);
    add_refusals(refusals(*devices), findings);
}

bool is_fdisk(std::string_view text) {
    return (contains(text, "Disk /dev/") &&
            (contains(text, "sectors") || contains(text, "Partition Table:"))) ||
           (contains(text, "device: /dev/") && contains(text, "start="));
}

void examine_fdisk(std::string_view text, const Context&, Findings& findings) {
    const auto disks = read_fdisk(text);
    if (!disks) return add_cut_off("fdisk", disks.error(), findings);
    for (const auto& disk : *disks) {
        if (findings.size() > 1000) return;
        QueueFacts queue;
        queue.logical_block_size = disk.logical_block_size;
        queue.physical_block_size = disk.physical_block_size;
        queue.minimum_io_size = disk.minimum_io_size;
        queue.optimal_io_size = disk.optimal_io_size;
        const auto geometry = geometry_of(queue, 0);
        if (geometry.stripe || !geometry.warnings.empty())
            add_geometry(disk.path, geometry, findings);
        for (const auto& partition : disk.partitions) {
            if (disk.off_by(partition) == 0) continue;
            findings.push_back(finding(
                "misaligned", partition.path,
                fmt::format(
                    "starts at sector {}: {} bytes off a physical block of {}{}; no filesystem "
                    "option repairs it",
                    partition.start, disk.off_by(partition), disk.physical_block_size,
                    disk.physical_told ? "" : " (as nearly all disks have them)"),
                "do not tune on it; make the partition anew at sector 2048 (1 MiB) if what is on "
                "it may "
                "be lost",
                {{"start_sector", whole(partition.start)},
                 {"offset_bytes", whole(disk.off_by(partition))},
                 {"physical_block_size", whole(disk.physical_block_size)}}));
        }
    }
}

// `multipath -ll`: "mpatha (WWID) dm-3 VENDOR,PRODUCT", and a line for each path:
// "| `- 0:0:0:1 sda 8:0 active ready running".
std::string map_of(const std::vector<std::string_view>& words) {
    for (std::size_t i = 1; i < words.size() && i < 4; ++i)
        if (words[i].starts_with("dm-") && words[0].find('=') == words[0].npos)
            return std::string(words[0]);
    return {};
}

std::string_view path_of(const std::vector<std::string_view>& words) {
    for (std::size_t i = 0; i + 3 < words.size(); ++i)
        if (std::count(words[i].begin(), words[i].end(), ':') == 3 && words[i + 1].size() < 32 &&
            contains(words[i + 2], ":"))
            return words[i + 1];
    return {};
}

bool is_multipath(std::string_view text) {
    return contains(text, " dm-") && contains(text, "policy='") && contains(text, "size=");
}

void examine_multipath(std::string_view text, const Context&, Findings& findings) {
    std::string map;
    for_each_line(text, [&](std::string_view line) {
        const auto words = split_words(line);
        if (auto name = map_of(words); !name.empty()) map = std::move(name);
        const auto path = path_of(words);
        if (path.empty() || map.empty() || findings.size() > 1000) return;
        findings.push_back(
            finding("held", path, fmt::format("{} is a path of the multipath map {}", path, map),
                    fmt::format("name /dev/mapper/{} instead: the paths are one disk", map)));
    });
}

}  // namespace

Result<std::vector<LsblkDevice>> lsblk_devices(std::string_view text) {
    return contains(text, "\"blockdevices\"") ? read_lsblk(json_of(text)) : read_lsblk_table(text);
}

Kind multipath_kind() {
    return {"multipath", "multipath -ll", is_multipath, nullptr, examine_multipath};
}
Kind lsblk_kind() { return {"lsblk", "lsblk, -J or not", is_lsblk, nullptr, examine_lsblk}; }
Kind wipefs_kind() { return {"wipefs", "wipefs, -J or not", is_wipefs, nullptr, examine_wipefs}; }
Kind blkid_kind() { return {"blkid", "blkid", is_blkid, nullptr, examine_blkid}; }
Kind fdisk_kind() {
    return {"fdisk", "fdisk -l, sfdisk -d or parted print", is_fdisk, nullptr, examine_fdisk};
}

}  // namespace fstune::knowledge::diagnosis
