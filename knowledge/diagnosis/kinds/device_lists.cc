// lsblk -J, wipefs -J, blkid, fdisk -l: what may not be formatted, and what is misaligned.
#include <fmt/format.h>

#include "knowledge/diagnosis/kinds/device_findings.h"
#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/geometry/io_hints.h"
#include "knowledge/readers/fdisk.h"
#include "knowledge/readers/json_part.h"
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

bool is_lsblk(std::string_view text) { return contains(text, "\"blockdevices\""); }
bool is_wipefs(std::string_view text) { return contains(text, "\"signatures\""); }

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

void examine_lsblk(std::string_view text, const Context&, Findings& findings) {
    const auto devices = read_lsblk(json_of(text));
    if (!devices) return add_cut_off("lsblk", devices.error(), findings);
    add_refusals(refusals(*devices), findings);
    for (const auto& device : *devices) find_integrity(device, text, findings);
}

void examine_wipefs(std::string_view text, const Context&, Findings& findings) {
    const auto signatures = read_wipefs(json_of(text));
    if (!signatures) return add_cut_off("wipefs", signatures.error(), findings);
    add_refusals(refusals(*signatures), findings);
}

bool is_blkid(std::string_view text) {
    bool found = false;
    for_each_line(text, [&](std::string_view line) {
        found =
            found || (line.starts_with("/dev/") && contains(line, ": ") && contains(line, "=\"") &&
                      (contains(line, "UUID=\"") || contains(line, "TYPE=\"")));
    });
    return found;
}

void examine_blkid(std::string_view text, const Context&, Findings& findings) {
    const auto devices = read_blkid(text);
    if (!devices) return add_cut_off("blkid", devices.error(), findings);
    add_refusals(refusals(*devices), findings);
}

bool is_fdisk(std::string_view text) {
    return contains(text, "Disk /dev/") && contains(text, "sectors");
}

void examine_fdisk(std::string_view text, const Context&, Findings& findings) {
    const auto disks = read_fdisk(text);
    if (!disks) return add_cut_off("fdisk", disks.error(), findings);
    for (const auto& disk : *disks) {
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
                    "starts at sector {}: {} bytes off a physical block of {}; no filesystem "
                    "option repairs it",
                    partition.start, disk.off_by(partition), disk.physical_block_size),
                "do not tune on it; make the partition anew at sector 2048 (1 MiB) if what is on "
                "it may "
                "be lost",
                {{"start_sector", whole(partition.start)},
                 {"offset_bytes", whole(disk.off_by(partition))},
                 {"physical_block_size", whole(disk.physical_block_size)}}));
        }
    }
}

}  // namespace

Kind lsblk_kind() { return {"lsblk", "lsblk -J", is_lsblk, nullptr, examine_lsblk}; }
Kind wipefs_kind() { return {"wipefs", "wipefs -J", is_wipefs, nullptr, examine_wipefs}; }
Kind blkid_kind() { return {"blkid", "blkid", is_blkid, nullptr, examine_blkid}; }
Kind fdisk_kind() { return {"fdisk", "fdisk -l", is_fdisk, nullptr, examine_fdisk}; }

}  // namespace fstune::knowledge::diagnosis
