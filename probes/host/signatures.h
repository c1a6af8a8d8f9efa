// What libblkid recognises on an open device. The list of marks is the library's.
// Errors: failed.
#pragma once

#include <vector>

#include "probes/host/block_devices.h"

namespace fstune::probes {

Result<std::vector<Signature>> read_signatures(int fd);  // fd open for reading
Result<void> remove_signatures(int fd);                  // fd open for writing

}  // namespace fstune::probes
