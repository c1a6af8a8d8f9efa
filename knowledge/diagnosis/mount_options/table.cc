#include "knowledge/diagnosis/mount_options/table.h"

#include <algorithm>
#include <array>

#include "knowledge/diagnosis/mount_options/tables.h"

namespace fstune::knowledge::diagnosis {

namespace {

constexpr auto generic = std::to_array<std::string_view>(
    {"defaults",    "auto",          "noauto",      "user",       "nouser",
     "users",       "owner",         "group",       "exec",       "noexec",
     "suid",        "nosuid",        "dev",         "nodev",      "ro",
     "rw",          "atime",         "noatime",     "relatime",   "norelatime",
     "strictatime", "nostrictatime", "diratime",    "nodiratime", "sync",
     "async",       "dirsync",       "mand",        "nomand",     "lazytime",
     "nolazytime",  "iversion",      "noiversion",  "silent",     "loud",
     "_netdev",     "nofail",        "bind",        "rbind",      "move",
     "private",     "rprivate",      "shared",      "rshared",    "slave",
     "rslave",      "unbindable",    "runbindable", "remount",    "context",
     "fscontext",   "defcontext",    "rootcontext", "seclabel",   "helper",
     "uhelper",     "loop",          "offset",      "sizelimit",  "comment",
     "symfollow",   "nosymfollow",   "bootwait",    "nobootwait", "encryption",
     "cryptsetup"});

}  // namespace

std::span<const FilesystemOptions> filesystem_options() {
    static const auto all = std::to_array<FilesystemOptions>({
        {"xfs", xfs_mount_options()},
        {"btrfs", btrfs_mount_options()},
        {"ext4", ext4_mount_options()},
        {"ext3", ext3_mount_options()},
        {"ext2", ext2_mount_options()},
        {"f2fs", f2fs_mount_options()},
        {"vfat", vfat_mount_options()},
        {"exfat", exfat_mount_options()},
        {"jfs", jfs_mount_options()},
        {"nilfs2", nilfs2_mount_options()},
        {"reiserfs", reiserfs_mount_options()},
        {"tmpfs", tmpfs_mount_options()},
    });
    return all;
}

const FilesystemOptions* options_of(std::string_view filesystem) {
    const auto all = filesystem_options();
    const auto at = std::ranges::find(all, filesystem, &FilesystemOptions::filesystem);
    return at == all.end() ? nullptr : &*at;
}

const MountOption* find_option(const FilesystemOptions& filesystem, std::string_view name) {
    const auto at = std::ranges::find(filesystem.options, name, &MountOption::name);
    return at == filesystem.options.end() ? nullptr : &*at;
}

bool is_generic_option(std::string_view name) {
    return name.starts_with("x-") || name.starts_with("X-") ||
           std::ranges::find(generic, name) != generic.end();
}

}  // namespace fstune::knowledge::diagnosis
