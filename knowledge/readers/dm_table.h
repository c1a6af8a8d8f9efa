// Reads `dmsetup table`, of one device or of all ("NAME: START LENGTH TARGET ...").
//
// Units: bytes; the table itself is in sectors of 512.
// Errors: bad_input, where no line is one of a table.
// Source: kernel Documentation/admin-guide/device-mapper (linear, striped, dm-crypt, dm-raid,
// thin-provisioning).
// Threads: safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/error.h"
#include "knowledge/geometry/raid.h"

namespace fstune::knowledge {

struct DmTarget {
    std::string device;  // "" where the table does not name it
    std::uint64_t start = 0, length = 0;
    std::string type;                // "linear", "striped", "crypt", "raid", "thin", "thin-pool"
    std::vector<std::string> below;  // devices it lies on: "8:16" or a path
    std::uint64_t offset = 0;        // on the device below: linear, crypt
    std::uint64_t thin_block = 0;    // thin-pool
    std::optional<RaidDescription> raid;  // striped (level "0") and raid
};

Result<std::vector<DmTarget>> read_dm_table(std::string_view text);

}  // namespace fstune::knowledge
