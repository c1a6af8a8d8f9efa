// Puts right what a dead fstune left: queue settings and empty folders. Mounts and loop devices
// have ended with it.
//
// Effects: sysfs writes, removes files below the folder. Errors: failed.
#pragma once

#include <string>
#include <vector>

#include "knowledge/error.h"
#include "probes/host/files.h"
#include "probes/host/mounts.h"

namespace fstune::probes {

// What a run of this process left below the folder because undoing it failed at the time.
Result<void> unmount_own(Files& files, Mounts& mounts, const std::string& folder);

// One sentence for each thing.
struct CleanedUp {
    std::vector<std::string> done, not_done;
};
Result<CleanedUp> clean_up(Files& files, const std::string& folder);

}  // namespace fstune::probes
