// --dry-run: what a study would do, said and not done. The study itself is run, on trials that are
// only printed; as they measure nothing, the later configurations stand for those that the real
// measurements would lead to.
//
// Effects: reads sysfs, asks the tools for their versions, and as root lets the guard look at the
// device. Writes to standard output.
// Errors: refused by the guard; usage; unsupported.
#pragma once

#include "tuner/cli/tune_options.h"

namespace fstune::tuner {

Result<int> dry_run(const TuneOptions& options);

}  // namespace fstune::tuner
