// What mkfs, mount, resize2fs and others say when they refuse, pasted without the command.
#include <fmt/format.h>

#include <array>
#include <set>

#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge::diagnosis {

namespace {

struct Message {
    std::string_view words, code, means, advice;
};

constexpr auto messages = std::to_array<Message>({
    {"Invalid filesystem option set", "mkfs-refused",
     "this mke2fs does not know one of the features; an unknown name is an error even when negated",
     "leave the name out of -O: ^orphan_file needs mke2fs 1.47.0, ^metadata_csum_seed 1.43"},
    {"Unit suffixes are not allowed", "mkfs-refused",
     "sunit and swidth are counts of 512 bytes and take no suffix",
     "give su=64k,sw=DISKS where a size in bytes is meant"},
    {"must be a multiple of the stripe unit", "mkfs-refused",
     "the stripe width is no multiple of the stripe unit", "swidth = sunit x data disks"},
    {"Cannot specify both -d su and", "mkfs-refused", "two unit systems are mixed",
     "give su and sw, or sunit and swidth"},
    {"for -l su option", "mkfs-refused", "the log's stripe unit is at most 256 KiB",
     "give -l su=32k, up to su=256k; the stripe of the data stays as it is"},
    {"illegal nodesize", "mkfs-refused", "a node is at most 64 KiB", "use -n 16k to 64k"},
    {"unable to create FS with", "mkfs-refused", "the profile needs more devices",
     "add devices, or use dup or single"},
    {"block size cannot be smaller than sector size", "mkfs-refused",
     "blocks smaller than a sector", "give blocks of at least the sector size"},
    {"minimum size for each btrfs device", "device-too-small", "the device is too small for btrfs",
     "use ext4, or a larger device"},
    {"is too small to make a usable filesystem", "device-too-small",
     "the device is too small for btrfs", "use ext4, or a larger device"},
    {"Log size should be at least 64MB", "xfs-too-small", "the log is below what mkfs.xfs makes",
     "leave -l size to mkfs, on a device of 300 MiB or more"},
    {"contains a mounted filesystem", "in-use", "the device is mounted", "choose another device"},
    {"apparently in use by the system", "in-use", "the device is in use",
     "see who holds it (lsblk, fuser -m); choose another device"},
    {" is mounted; will not make a filesystem", "in-use", "the device is mounted",
     "choose another device"},
    {"appears to contain an existing filesystem", "signature", "the device holds a filesystem",
     "look at what it is (blkid, wipefs -n) before anything else"},
    {"appears to contain a partition table", "signature", "the device holds a partition table",
     "look at it (fdisk -l) before anything else"},
    {"Function not implemented", "sector-size-mismatch",
     "mount answers so where the device has larger sectors than the filesystem was made for, or "
     "blocks are larger than this kernel takes",
     "read the kernel log; a filesystem with 512-byte sectors must be copied to one made with -s "
     "size=4096"},
    {"wrong fs type, bad option, bad superblock", "mount-failed",
     "mount says no more than that it failed", "read the kernel log (dmesg) for the reason"},
    {"Structure needs cleaning", "filesystem-damaged", "the filesystem is damaged",
     "unmount and check it; do not tune it"},
    {"No space left on device", "filesystem-full",
     "no space or no inodes are left; both say ENOSPC", "compare df -h with df -i"},
});

bool recognises(std::string_view text) {
    for (const auto& message : messages)
        if (text.find(message.words) != text.npos) return true;
    return false;
}

void examine(std::string_view text, const Context&, Findings& findings) {
    std::set<std::string_view> said;
    for_each_line(text, [&](std::string_view line) {
        for (const auto& message : messages)
            if (line.find(message.words) != line.npos && said.insert(message.words).second)
                findings.push_back(
                    finding(message.code, "message",
                            fmt::format("{} ({})", message.means, trim(line.substr(0, 300))),
                            std::string(message.advice)));
    });
}

}  // namespace

Kind tool_message_kind() {
    return {"tool-message", "what mkfs or mount say when they refuse", recognises, nullptr,
            examine};
}

}  // namespace fstune::knowledge::diagnosis
