// Reads /proc/mdstat.
//
// Units: KiB for array sizes as the file has them, bytes for chunks.
// Errors: bad_input, where the text is no mdstat.
// Source: kernel drivers/md/md.c (md_seq_show, status_resync) and the levels' status functions.
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

struct MdMember {
    std::string name;
    int slot = -1;
    std::string flags;  // letters: W write-mostly, J journal, F faulty, S spare, R replacement
};

struct MdSync {
    std::string action;             // "resync", "recovery", "reshape", "check", "repair"
    std::optional<double> percent;  // none: DELAYED, PENDING, REMOTE
    std::string state;              // "DELAYED", ...; empty while it runs
};

struct MdArray {
    std::string name;
    std::string level;  // "raid6"; empty where inactive
    std::string state;  // "active", "inactive"
    bool read_only = false;
    std::vector<MdMember> members;
    std::uint64_t size_kib = 0;
    std::uint64_t chunk = 0;  // bytes
    int near_copies = 0, far_copies = 0;
    bool far_is_offset = false;
    int raid_disks = 0;  // as the array is made; 0: not told (RAID 0, linear)
    int working = 0;
    std::optional<MdSync> sync;

    RaidDescription description() const;
    bool degraded() const { return working < raid_disks; }
};

Result<std::vector<MdArray>> read_mdstat(std::string_view text);

}  // namespace fstune::knowledge
