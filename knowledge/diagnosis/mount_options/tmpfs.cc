#include <array>

#include "knowledge/diagnosis/mount_options/tables.h"

namespace fstune::knowledge::diagnosis {

namespace {

// name, since, does nothing since, removed in, what to write instead
constexpr auto rows = std::to_array<MountOption>({
    {"size", "", "", "", ""},
    {"nr_blocks", "", "", "", ""},
    {"nr_inodes", "", "", "", ""},
    {"mode", "", "", "", ""},
    {"uid", "", "", "", ""},
    {"gid", "", "", "", ""},
    {"huge", "", "", "", ""},
    {"mpol", "", "", "", ""},
    {"inode32", "", "", "", ""},
    {"inode64", "", "", "", ""},
    {"noswap", "", "", "", ""},
    {"swap", "", "", "", ""},
    {"usrquota", "", "", "", ""},
    {"grpquota", "", "", "", ""},
    {"quota", "", "", "", ""},
    {"usrquota_block_hardlimit", "", "", "", ""},
    {"usrquota_inode_hardlimit", "", "", "", ""},
    {"grpquota_block_hardlimit", "", "", "", ""},
    {"grpquota_inode_hardlimit", "", "", "", ""},
    {"casefold", "", "", "", ""},
    {"strict_encoding", "", "", "", ""},
    {"k", "", "", "", ""},
    {"prefix", "", "", "", ""},
});

}  // namespace

std::span<const MountOption> tmpfs_mount_options() { return rows; }

}  // namespace fstune::knowledge::diagnosis
