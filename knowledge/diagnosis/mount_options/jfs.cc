#include <array>

#include "knowledge/diagnosis/mount_options/tables.h"

namespace fstune::knowledge::diagnosis {

namespace {

// name, since, does nothing since, removed in, what to write instead
constexpr auto rows = std::to_array<MountOption>({
    {"iocharset", "", "", "", ""},
    {"resize", "", "", "", ""},
    {"nointegrity", "", "", "", ""},
    {"integrity", "", "", "", ""},
    {"errors", "", "", "", ""},
    {"noquota", "", "", "", ""},
    {"quota", "", "", "", ""},
    {"usrquota", "", "", "", ""},
    {"grpquota", "", "", "", ""},
    {"uid", "", "", "", ""},
    {"gid", "", "", "", ""},
    {"umask", "", "", "", ""},
    {"discard", "", "", "", ""},
    {"nodiscard", "", "", "", ""},
});

}  // namespace

std::span<const MountOption> jfs_mount_options() { return rows; }

}  // namespace fstune::knowledge::diagnosis
