// Which filesystems a study can try here.
//
// Errors: usage, for one that fstune does not know; unsupported, for one whose mkfs is missing.
#pragma once

#include <string>
#include <vector>

#include "knowledge/device_facts.h"
#include "knowledge/error.h"

namespace fstune::tuner {

// The asked ones, or with none asked every one that can be made, mounted and fits the device.
Result<std::vector<std::string>> usable_filesystems(const std::vector<std::string>& asked,
                                                    const knowledge::MachineFacts& machine,
                                                    const knowledge::DeviceFacts& device);

}  // namespace fstune::tuner
