#include <array>

#include "knowledge/diagnosis/mount_options/tables.h"

namespace fstune::knowledge::diagnosis {

namespace {

// name, since, does nothing since, removed in, what to write instead
constexpr auto rows = std::to_array<MountOption>({
    {"uid", "", "", "", ""},           {"gid", "", "", "", ""},
    {"umask", "", "", "", ""},         {"dmask", "", "", "", ""},
    {"fmask", "", "", "", ""},         {"allow_utime", "", "", "", ""},
    {"codepage", "", "", "", ""},      {"iocharset", "", "", "", ""},
    {"shortname", "", "", "", ""},     {"utf8", "", "", "", ""},
    {"uni_xlate", "", "", "", ""},     {"nonumtail", "", "", "", ""},
    {"quiet", "", "", "", ""},         {"showexec", "", "", "", ""},
    {"sys_immutable", "", "", "", ""}, {"flush", "", "", "", ""},
    {"usefree", "", "", "", ""},       {"tz", "", "", "", ""},
    {"time_offset", "", "", "", ""},   {"errors", "", "", "", ""},
    {"nfs", "", "", "", ""},           {"check", "", "", "", ""},
    {"debug", "", "", "", ""},         {"discard", "", "", "", ""},
    {"dots", "", "", "", ""},          {"nodots", "", "", "", ""},
    {"dotsOK", "", "", "", ""},        {"rodir", "", "", "", ""},
    {"dos1xfloppy", "", "", "", ""},   {"fat", "", "", "", ""},
    {"conv", "", "", "", ""},          {"cvf_format", "", "", "", ""},
    {"cvf_options", "", "", "", ""},   {"blocksize", "", "", "", ""},
});

}  // namespace

std::span<const MountOption> vfat_mount_options() { return rows; }

}  // namespace fstune::knowledge::diagnosis
