// The tables of mount options, one file a filesystem; read through table.h.
#pragma once

#include <span>

#include "knowledge/diagnosis/mount_options/table.h"

namespace fstune::knowledge::diagnosis {

std::span<const MountOption> xfs_mount_options();
std::span<const MountOption> btrfs_mount_options();
std::span<const MountOption> ext4_mount_options();
std::span<const MountOption> ext3_mount_options();
std::span<const MountOption> ext2_mount_options();
std::span<const MountOption> f2fs_mount_options();
std::span<const MountOption> vfat_mount_options();
std::span<const MountOption> exfat_mount_options();
std::span<const MountOption> jfs_mount_options();
std::span<const MountOption> nilfs2_mount_options();
std::span<const MountOption> reiserfs_mount_options();
std::span<const MountOption> tmpfs_mount_options();

}  // namespace fstune::knowledge::diagnosis
