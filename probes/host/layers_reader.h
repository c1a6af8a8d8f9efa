// Reads from sysfs what a device is built of: partitions, arrays, volumes, disks, with what each
// advertises. Reads only; needs no root.
//
// Errors: failed, for a device that sysfs does not know. Threads: safe.
#pragma once

#include <string>

#include "knowledge/error.h"
#include "knowledge/geometry/layers.h"
#include "probes/host/files.h"

namespace fstune::probes {

Result<knowledge::Layer> read_layers(const Files& files, const std::string& name);

}  // namespace fstune::probes
