#include <array>

#include "knowledge/diagnosis/mount_options/tables.h"

namespace fstune::knowledge::diagnosis {

namespace {

// name, since, does nothing since, removed in, what to write instead
constexpr auto rows = std::to_array<MountOption>({
    {"background_gc", "", "", "", ""},
    {"disable_roll_forward", "", "", "", ""},
    {"norecovery", "", "", "", ""},
    {"discard", "", "", "", ""},
    {"nodiscard", "", "", "", ""},
    {"user_xattr", "", "", "", ""},
    {"nouser_xattr", "", "", "", ""},
    {"acl", "", "", "", ""},
    {"noacl", "", "", "", ""},
    {"active_logs", "", "", "", ""},
    {"disable_ext_identify", "", "", "", ""},
    {"inline_xattr", "", "", "", ""},
    {"noinline_xattr", "", "", "", ""},
    {"inline_xattr_size", "", "", "", ""},
    {"inline_data", "", "", "", ""},
    {"noinline_data", "", "", "", ""},
    {"inline_dentry", "", "", "", ""},
    {"noinline_dentry", "", "", "", ""},
    {"flush_merge", "", "", "", ""},
    {"noflush_merge", "", "", "", ""},
    {"barrier", "", "", "", ""},
    {"nobarrier", "", "", "", ""},
    {"fastboot", "", "", "", ""},
    {"extent_cache", "", "", "", ""},
    {"noextent_cache", "", "", "", ""},
    {"data_flush", "", "", "", ""},
    {"mode", "", "", "", ""},
    {"usrquota", "", "", "", ""},
    {"grpquota", "", "", "", ""},
    {"prjquota", "", "", "", ""},
    {"usrjquota", "", "", "", ""},
    {"grpjquota", "", "", "", ""},
    {"prjjquota", "", "", "", ""},
    {"offusrjquota", "", "", "", ""},
    {"offgrpjquota", "", "", "", ""},
    {"offprjjquota", "", "", "", ""},
    {"jqfmt", "", "", "", ""},
    {"quota", "", "", "", ""},
    {"noquota", "", "", "", ""},
    {"alloc_mode", "", "", "", ""},
    {"fsync_mode", "", "", "", ""},
    {"reserve_root", "", "", "", ""},
    {"resuid", "", "", "", ""},
    {"resgid", "", "", "", ""},
    {"fault_injection", "", "", "", ""},
    {"fault_type", "", "", "", ""},
    {"test_dummy_encryption", "", "", "", ""},
    {"inlinecrypt", "", "", "", ""},
    {"checkpoint", "", "", "", ""},
    {"checkpoint_merge", "5.12", "", "", ""},
    {"nocheckpoint_merge", "5.12", "", "", ""},
    {"compress_algorithm", "5.6", "", "", ""},
    {"compress_log_size", "5.6", "", "", ""},
    {"compress_extension", "5.6", "", "", ""},
    {"nocompress_extension", "5.14", "", "", ""},
    {"compress_chksum", "5.11", "", "", ""},
    {"compress_mode", "5.11", "", "", ""},
    {"compress_cache", "5.14", "", "", ""},
    {"atgc", "5.10", "", "", ""},
    {"gc_merge", "5.13", "", "", ""},
    {"nogc_merge", "5.13", "", "", ""},
    {"discard_unit", "5.16", "", "", ""},
    {"memory", "6.0", "", "", ""},
    {"age_extent_cache", "6.2", "", "", ""},
    {"errors", "6.4", "", "", ""},
    {"lazytime", "", "", "", ""},
    {"nolazytime", "", "", "", ""},
    {"heap", "", "", "6.9", ""},
    {"no_heap", "", "", "6.9", ""},
    {"io_bits", "", "", "6.9", ""},
    {"whint_mode", "", "", "5.18", ""},
});

}  // namespace

std::span<const MountOption> f2fs_mount_options() { return rows; }

}  // namespace fstune::knowledge::diagnosis
