#include <array>

#include "knowledge/diagnosis/mount_options/tables.h"

namespace fstune::knowledge::diagnosis {

namespace {

// name, since, does nothing since, removed in, what to write instead
constexpr auto rows = std::to_array<MountOption>({
    {"acl", "", "", "", ""},
    {"user_xattr", "", "", "", ""},
    {"noacl", "", "", "6.3", ""},
    {"nouser_xattr", "", "", "6.3", ""},
    {"abort", "", "", "", ""},
    {"barrier", "", "", "", ""},
    {"nobarrier", "", "", "", ""},
    {"block_validity", "", "", "", ""},
    {"noblock_validity", "", "", "", ""},
    {"bsddf", "", "", "", ""},
    {"minixdf", "", "", "", ""},
    {"bsdgroups", "", "", "", ""},
    {"grpid", "", "", "", ""},
    {"nogrpid", "", "", "", ""},
    {"sysvgroups", "", "", "", ""},
    {"dax", "4.0", "", "", ""},
    {"debug", "", "", "", ""},
    {"discard", "", "", "", ""},
    {"nodiscard", "", "", "", ""},
    {"errors", "", "", "", ""},
    {"init_itable", "", "", "", ""},
    {"noinit_itable", "", "", "", ""},
    {"inode_readahead_blks", "", "", "", ""},
    {"i_version", "", "", "", ""},
    {"iversion", "", "", "", ""},
    {"lazytime", "", "", "", ""},
    {"nolazytime", "", "", "", ""},
    {"max_dir_size_kb", "", "", "", ""},
    {"nombcache", "", "", "", ""},
    {"no_mbcache", "", "", "", ""},
    {"nouid32", "", "", "", ""},
    {"quota", "", "", "", ""},
    {"noquota", "", "", "", ""},
    {"usrquota", "", "", "", ""},
    {"grpquota", "", "", "", ""},
    {"prjquota", "", "", "", ""},
    {"resuid", "", "", "", ""},
    {"resgid", "", "", "", ""},
    {"sb", "", "", "", ""},
    {"stripe", "", "", "", ""},
    {"test_dummy_encryption", "", "", "", ""},
    {"warn_on_error", "", "", "", ""},
    {"nowarn_on_error", "", "", "", ""},
    {"bh", "", "3.18", "", ""},
    {"nobh", "", "3.18", "", ""},
    {"orlov", "", "3.2", "", ""},
    {"oldalloc", "", "3.2", "", ""},
    {"mblk_io_submit", "", "3.9", "", ""},
    {"nomblk_io_submit", "", "3.9", "", ""},
    {"reservation", "", "2.6.28", "", ""},
    {"noreservation", "", "2.6.28", "", ""},
    {"check", "", "2.6.28", "", ""},
    {"nocheck", "", "2.6.28", "", ""},
    {"xip", "", "", "4.0", "dax"},
});

}  // namespace

std::span<const MountOption> ext2_mount_options() { return rows; }

}  // namespace fstune::knowledge::diagnosis
