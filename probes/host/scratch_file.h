// A loop device with direct I/O over a fully allocated file without a name. Both vanish with the
// last descriptor, so that not even SIGKILL leaves them behind.
//
// Effects: allocates and writes the file once, attaches a loop device.
// Errors: usage (the folder), failed (no room, no loop device), unsupported (no loop devices).
#pragma once

#include <cstdint>
#include <string>

#include "knowledge/error.h"
#include "probes/host/unique_fd.h"

namespace fstune::probes {

struct ScratchFile {
    std::string device;  // "/dev/loop3"
    UniqueFd loop;       // keeps the device; hold another descriptor before letting go of it
    bool direct_io = false;
};

// What make_scratch_file() would refuse of size and folder, without making anything.
Result<void> check_scratch_place(std::uint64_t size, const std::string& directory);

Result<ScratchFile> make_scratch_file(std::uint64_t size, const std::string& directory);

}  // namespace fstune::probes
