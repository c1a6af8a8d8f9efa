#include <array>

#include "knowledge/diagnosis/mount_options/tables.h"

namespace fstune::knowledge::diagnosis {

namespace {

// name, since, does nothing since, removed in, what to write instead
constexpr auto rows = std::to_array<MountOption>({
    {"barrier", "", "", "", ""},
    {"nobarrier", "", "", "", ""},
    {"errors", "", "", "", ""},
    {"cp", "", "", "", ""},
    {"order", "", "", "", ""},
    {"norecovery", "", "", "", ""},
    {"discard", "", "", "", ""},
    {"nodiscard", "", "", "", ""},
    {"snapshot", "", "", "", ""},
});

}  // namespace

std::span<const MountOption> nilfs2_mount_options() { return rows; }

}  // namespace fstune::knowledge::diagnosis
