// Which mount options each filesystem takes, since when and until when: facts, no rules.
//
// Versions are those of the kernel; where a distribution has carried a change to another version,
// only a test mount decides.
// Source: kernel Documentation/filesystems and Documentation/admin-guide (xfs.rst "Removed Mount
// Options", ext4.rst), btrfs(5), f2fs.rst, mount(8) of util-linux 2.38; most rows of ext4, XFS
// and btrfs, and some of ext2 and ext3, were tried on kernel 6.18.
// Threads: safe.
#pragma once

#include <span>
#include <string_view>

namespace fstune::knowledge::diagnosis {

struct MountOption {
    std::string_view name;
    std::string_view since;    // "5.13"; empty: older than any kernel that matters
    std::string_view no_op;    // accepted, but does nothing, since
    std::string_view removed;  // the mount fails since
    std::string_view instead;  // what to write for a removed one; empty: nothing
};

struct FilesystemOptions {
    std::string_view filesystem;
    std::span<const MountOption> options;
};

std::span<const FilesystemOptions> filesystem_options();
const FilesystemOptions* options_of(std::string_view filesystem);  // nullptr: not known
const MountOption* find_option(const FilesystemOptions& filesystem, std::string_view name);

// Options of mount(8), systemd and the VFS, which every filesystem takes; all "x-" and "X-" too.
bool is_generic_option(std::string_view name);

}  // namespace fstune::knowledge::diagnosis
