// Data disks of a RAID array, by level and layout.
//
// Errors: usage, for a level that is not known or fewer disks than it needs; says what is needed.
// Source: md(4) mdadm 4.2; kernel drivers/md/raid10.c (raid10_set_io_opt: disks over near copies).
// Threads: safe.
#pragma once

#include <cstdint>
#include <string>

#include "knowledge/error.h"
#include "knowledge/geometry/stripe.h"

namespace fstune::knowledge {

struct RaidDescription {
    std::string level;        // "0", "1", "4", "5", "6", "10", "50", "60", "linear"; "raid6" too
    int disks = 0;            // members of the array, without spares
    std::uint64_t chunk = 0;  // bytes; 0: not told
    int near_copies = 2;      // RAID 10; far and offset layouts have one near copy
    int spans = 0;            // RAID 50 and 60: arrays of level 5 or 6 side by side
};

// Disks that hold data in each stripe; 0 where the level has no stripe.
Result<int> data_disks(const RaidDescription& raid);

// Mirrors and concatenations have none, whatever their member count.
Result<Geometry> geometry_of(const RaidDescription& raid);

// "n2", "f2", "o2", or in the words of mdstat and mdadm: near copies are 1 for far and offset.
Result<int> near_copies_of(const std::string& layout);

// md/layout of a RAID 10: near copies in the lowest byte, far copies in the next.
int near_copies_of_sysfs(std::uint32_t layout);

}  // namespace fstune::knowledge
