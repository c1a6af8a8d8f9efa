// Mounts and unmounts filesystems, and says what is mounted.
//
// Effects: mounts. unmount() returns only when the device is released.
// Errors: failed with the kernel's reason; timed_out.
// Threads: one at a time.
#pragma once

#include <string>
#include <vector>

#include "knowledge/error.h"

namespace fstune::probes {

struct MountEntry {
    std::string source;
    std::string target;
    std::string type;
    std::string options;  // as the kernel reports them: what was taken, not what was asked
    unsigned device_major = 0, device_minor = 0;
};

class Mounts {
  public:
    virtual ~Mounts() = default;
    virtual Result<std::vector<MountEntry>> list() const = 0;
    virtual Result<MountEntry> mount(const std::string& device, const std::string& target,
                                     const std::string& type, const std::string& options) = 0;
    virtual Result<void> unmount(const std::string& target) = 0;
};

}  // namespace fstune::probes
