// Reads what sysfs and procfs say of a block device and of the machine. Reads only; needs no root
// except for a few serial numbers.
//
// Errors: failed, for a device that sysfs does not know. What a kernel does not report is left at
// its default. Threads: safe.
#pragma once

#include <string>

#include "knowledge/device_facts.h"
#include "knowledge/error.h"
#include "probes/host/files.h"
#include "probes/host/process.h"

namespace fstune::probes {

Result<knowledge::DeviceFacts> read_device_facts(const Files& files, const std::string& name);

// Asks each tool that is installed for its version.
knowledge::MachineFacts read_machine_facts(const Files& files, Process& process);

}  // namespace fstune::probes
