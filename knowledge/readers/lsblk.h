// Reads `lsblk -J` (any columns, -b or not) and `wipefs -J`.
//
// Units: bytes; 0 where the size is not told.
// Errors: bad_input, with what JSON or lsblk lacks. Threads: safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/error.h"

namespace fstune::knowledge {

struct LsblkDevice {
    std::string name, kname, path;  // kname is the kernel's: "dm-8" of mpathm
    std::string type, fstype, transport, serial, wwn;
    std::uint64_t size = 0;
    std::uint64_t logical_block_size = 0, physical_block_size = 0;
    bool read_only = false, removable = false;
    std::vector<std::string> mountpoints;
    std::vector<LsblkDevice> children;

    const std::string& kernel_name() const { return kname.empty() ? name : kname; }
};

Result<std::vector<LsblkDevice>> read_lsblk(std::string_view text);

struct WipefsSignature {
    std::string device, type, offset;
};

Result<std::vector<WipefsSignature>> read_wipefs(std::string_view text);

}  // namespace fstune::knowledge
