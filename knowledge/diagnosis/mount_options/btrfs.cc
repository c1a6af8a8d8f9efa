#include <array>

#include "knowledge/diagnosis/mount_options/tables.h"

namespace fstune::knowledge::diagnosis {

namespace {

// name, since, does nothing since, removed in, what to write instead
constexpr auto rows = std::to_array<MountOption>({
    {"acl", "", "", "", ""},
    {"noacl", "", "", "", ""},
    {"clear_cache", "", "", "", ""},
    {"commit", "", "", "", ""},
    {"compress", "", "", "", ""},
    {"compress-force", "", "", "", ""},
    {"autodefrag", "", "", "", ""},
    {"noautodefrag", "", "", "", ""},
    {"degraded", "", "", "", ""},
    {"device", "", "", "", ""},
    {"discard", "", "", "", ""},
    {"nodiscard", "", "", "", ""},
    {"fatal_errors", "", "", "", ""},
    {"flushoncommit", "", "", "", ""},
    {"noflushoncommit", "", "", "", ""},
    {"max_inline", "", "", "", ""},
    {"barrier", "", "", "", ""},
    {"nobarrier", "", "", "", ""},
    {"datacow", "", "", "", ""},
    {"nodatacow", "", "", "", ""},
    {"datasum", "", "", "", ""},
    {"nodatasum", "", "", "", ""},
    {"rescue", "5.9", "", "", ""},
    {"skip_balance", "", "", "", ""},
    {"space_cache", "", "", "", ""},
    {"nospace_cache", "", "", "", ""},
    {"ssd", "", "", "", ""},
    {"nossd", "", "", "", ""},
    {"ssd_spread", "", "", "", ""},
    {"nossd_spread", "", "", "", ""},
    {"subvol", "", "", "", ""},
    {"subvolid", "", "", "", ""},
    {"thread_pool", "", "", "", ""},
    {"treelog", "", "", "", ""},
    {"notreelog", "", "", "", ""},
    {"user_subvol_rm_allowed", "", "", "", ""},
    {"usebackuproot", "", "", "", ""},
    {"norecovery", "", "", "", ""},
    {"metadata_ratio", "", "", "", ""},
    {"enospc_debug", "", "", "", ""},
    {"noenospc_debug", "", "", "", ""},
    {"fragment", "", "", "", ""},
    {"ref_verify", "", "", "", ""},
    {"inode_cache", "", "5.11", "6.8", ""},
    {"noinode_cache", "", "5.11", "6.8", ""},
    {"alloc_start", "", "4.13", "6.8", ""},
    {"subvolrootid", "", "4.0", "6.8", ""},
    {"recovery", "", "", "6.8", "usebackuproot"},
    {"nologreplay", "", "", "6.8", "rescue=nologreplay"},
    {"check_int", "", "", "6.7", ""},
    {"check_int_data", "", "", "6.7", ""},
    {"check_int_print_mask", "", "", "6.7", ""},
});

}  // namespace

std::span<const MountOption> btrfs_mount_options() { return rows; }

}  // namespace fstune::knowledge::diagnosis
