#include <array>

#include "knowledge/diagnosis/mount_options/tables.h"

namespace fstune::knowledge::diagnosis {

namespace {

// name, since, does nothing since, removed in, what to write instead
constexpr auto rows = std::to_array<MountOption>({
    {"uid", "", "", "", ""},
    {"gid", "", "", "", ""},
    {"umask", "", "", "", ""},
    {"dmask", "", "", "", ""},
    {"fmask", "", "", "", ""},
    {"allow_utime", "", "", "", ""},
    {"iocharset", "", "", "", ""},
    {"errors", "", "", "", ""},
    {"discard", "", "", "", ""},
    {"keep_last_dots", "", "", "", ""},
    {"sys_tz", "", "", "", ""},
    {"time_offset", "", "", "", ""},
    {"zero_size_dir", "", "", "", ""},
    {"namecase", "", "", "", ""},
    {"utf8", "", "", "", ""},
    {"codepage", "", "", "", ""},
    {"debug", "", "", "", ""},
});

}  // namespace

std::span<const MountOption> exfat_mount_options() { return rows; }

}  // namespace fstune::knowledge::diagnosis
