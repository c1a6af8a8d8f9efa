// A mount namespace for this process and its children: their mounts are seen by nobody else and
// end with the last of them. What the host mounts and unmounts meanwhile still arrives, so that a
// study neither misses that its device was mounted nor keeps the host's own filesystems busy.
//
// Effects: on the calling thread and what it starts later. Errors: unsupported (not root).
#pragma once

#include "knowledge/error.h"

namespace fstune::probes {

Result<void> enter_private_namespace();

}  // namespace fstune::probes
