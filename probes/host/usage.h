// Who uses a block device now, as sentences that say what would end that. Reads only.
// No sentence ever advises to wipe what belongs to an array, a volume group or a multipath map.
//
// Errors: failed, where the kernel's tables cannot be read.
#pragma once

#include <string>
#include <vector>

#include "probes/host/block_devices.h"
#include "probes/host/files.h"
#include "probes/host/mounts.h"

namespace fstune::probes {

Result<std::vector<std::string>> mounted_or_swapped(const Files& files, const Mounts& mounts,
                                                    const std::string& name);
std::vector<std::string> held_by_others(const Files& files, const std::string& name);
std::vector<std::string> not_ready(const Files& files, const std::string& name);
Result<std::vector<std::string>> loop_conflicts(const Files& files, const Mounts& mounts,
                                                const BlockDevices& devices,
                                                const std::string& name);

// Who has the device, one of its partitions or, for a partition, its disk open: those that write
// are reasons, those that only read are warnings.
struct OpenElsewhere {
    std::vector<std::string> writers, readers;
};
OpenElsewhere open_elsewhere(const Files& files, const BlockDevices& devices,
                             const std::string& name);

}  // namespace fstune::probes
