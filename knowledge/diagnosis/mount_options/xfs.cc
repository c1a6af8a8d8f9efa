#include <array>

#include "knowledge/diagnosis/mount_options/tables.h"

namespace fstune::knowledge::diagnosis {

namespace {

// name, since, does nothing since, removed in, what to write instead
constexpr auto rows = std::to_array<MountOption>({
    {"logdev", "", "", "", ""},
    {"rtdev", "", "", "", ""},
    {"allocsize", "", "", "", ""},
    {"noalign", "", "", "", ""},
    {"swalloc", "", "", "", ""},
    {"sunit", "", "", "", ""},
    {"swidth", "", "", "", ""},
    {"noquota", "", "", "", ""},
    {"quota", "", "", "", ""},
    {"usrquota", "", "", "", ""},
    {"grpquota", "", "", "", ""},
    {"prjquota", "", "", "", ""},
    {"uquota", "", "", "", ""},
    {"gquota", "", "", "", ""},
    {"pquota", "", "", "", ""},
    {"uqnoenforce", "", "", "", ""},
    {"gqnoenforce", "", "", "", ""},
    {"pqnoenforce", "", "", "", ""},
    {"qnoenforce", "", "", "", ""},
    {"nouuid", "", "", "", ""},
    {"grpid", "", "", "", ""},
    {"bsdgroups", "", "", "", ""},
    {"nogrpid", "", "", "", ""},
    {"sysvgroups", "", "", "", ""},
    {"logbufs", "", "", "", ""},
    {"logbsize", "", "", "", ""},
    {"wsync", "", "", "", ""},
    {"norecovery", "", "", "", ""},
    {"attr2", "", "6.18", "", ""},
    {"noattr2", "", "6.18", "", ""},
    {"ikeep", "", "6.18", "", ""},
    {"noikeep", "", "6.18", "", ""},
    {"largeio", "", "", "", ""},
    {"nolargeio", "", "", "", ""},
    {"filestreams", "", "", "", ""},
    {"inode32", "", "", "", ""},
    {"inode64", "", "", "", ""},
    {"discard", "", "", "", ""},
    {"nodiscard", "", "", "", ""},
    {"dax", "", "", "", ""},
    {"lifetime", "6.14", "", "", ""},
    {"nolifetime", "6.14", "", "", ""},
    {"max_open_zones", "6.15", "", "", ""},
    {"max_atomic_write", "6.16", "", "", ""},
    {"errortag", "6.19", "", "", ""},
    {"barrier", "", "4.10", "4.19", ""},
    {"nobarrier", "", "4.10", "4.19", ""},
    {"delaylog", "", "2.6.39", "4.0", ""},
    {"nodelaylog", "", "", "4.0", ""},
    {"ihashsize", "", "2.6.30", "4.0", ""},
    {"ihashbits", "", "", "4.0", ""},
    {"irixsgid", "", "", "4.0", ""},
    {"osyncisdsync", "", "2.6.33", "4.0", ""},
    {"osyncisosync", "", "", "4.0", ""},
    {"biosize", "", "", "5.5", "allocsize"},
    {"dmapi", "", "", "2.6.37", ""},
    {"xdsm", "", "", "2.6.37", ""},
    {"mtpt", "", "", "2.6.37", ""},
});

}  // namespace

std::span<const MountOption> xfs_mount_options() { return rows; }

}  // namespace fstune::knowledge::diagnosis
