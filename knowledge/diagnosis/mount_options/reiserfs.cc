#include <array>

#include "knowledge/diagnosis/mount_options/tables.h"

namespace fstune::knowledge::diagnosis {

namespace {

// name, since, does nothing since, removed in, what to write instead
constexpr auto rows = std::to_array<MountOption>({
    {"conv", "", "", "", ""},
    {"hash", "", "", "", ""},
    {"nohash_relocation", "", "", "", ""},
    {"hashed_relocation", "", "", "", ""},
    {"no_unhashed_relocation", "", "", "", ""},
    {"no_border", "", "", "", ""},
    {"border", "", "", "", ""},
    {"nolog", "", "", "", ""},
    {"notail", "", "", "", ""},
    {"tail", "", "", "", ""},
    {"replayonly", "", "", "", ""},
    {"resize", "", "", "", ""},
    {"user_xattr", "", "", "", ""},
    {"acl", "", "", "", ""},
    {"noacl", "", "", "", ""},
    {"nouser_xattr", "", "", "", ""},
    {"attrs", "", "", "", ""},
    {"noattrs", "", "", "", ""},
    {"expose_privroot", "", "", "", ""},
    {"barrier", "", "", "", ""},
    {"data", "", "", "", ""},
    {"alloc", "", "", "", ""},
    {"block-allocator", "", "", "", ""},
    {"commit", "", "", "", ""},
    {"jdev", "", "", "", ""},
    {"errors", "", "", "", ""},
    {"usrquota", "", "", "", ""},
    {"grpquota", "", "", "", ""},
    {"usrjquota", "", "", "", ""},
    {"grpjquota", "", "", "", ""},
    {"jqfmt", "", "", "", ""},
    {"replay", "", "", "", ""},
    {"nolargeio", "", "", "", ""},
});

}  // namespace

std::span<const MountOption> reiserfs_mount_options() { return rows; }

}  // namespace fstune::knowledge::diagnosis
