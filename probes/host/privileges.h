// With whose rights the program runs. Threads: safe.
#pragma once

#include "knowledge/error.h"

namespace fstune::probes {

// Errors: refused, where the program got its rights from its file (set-user-ID, set-group-ID or
// file capabilities) and not from who runs it: then anyone could format a disk.
Result<void> refuse_borrowed_rights();

// Errors: unsupported, where this is not root.
Result<void> require_root();

}  // namespace fstune::probes
