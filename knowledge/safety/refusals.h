// Which devices of a pasted list may not be formatted, and why. The guard (probes/host/guard.h)
// decides about devices of this machine; this reads only what someone shows.
// No reason ever advises to wipe what belongs to an array, a volume group or a multipath map.
//
// Threads: safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "knowledge/readers/blkid.h"
#include "knowledge/readers/lsblk.h"
#include "knowledge/readers/mdstat.h"

namespace fstune::knowledge {

struct Refusal {
    std::string device;  // "sdb"
    std::string code;    // "in-use", "held", "member", "signature", "removable", "usb", "read-only"
    std::string message, advice;
};

std::vector<Refusal> refusals(const std::vector<LsblkDevice>& devices);
std::vector<Refusal> refusals(const std::vector<WipefsSignature>& signatures);
std::vector<Refusal> refusals(const std::vector<BlkidDevice>& devices);
std::vector<Refusal> refusals(const std::vector<MdArray>& arrays);  // their members

// A name that meant another disk before: same name, other serial, WWN or size.
std::vector<Refusal> moved_names(const std::vector<LsblkDevice>& before,
                                 const std::vector<LsblkDevice>& after);

// Signatures that mark a part of something larger, as libblkid names them.
bool is_member_type(std::string_view type);

}  // namespace fstune::knowledge
