// What fstune needs of a machine, and whether it is there: capabilities, programs, kernel
// facilities. For `fstune doctor`. Reads only; needs no root.
#pragma once

#include <string>
#include <vector>

#include "probes/host/files.h"

namespace fstune::probes {

struct Need {
    std::string name;     // "CAP_SYS_ADMIN", "mkfs.xfs", "/dev/loop-control"
    std::string purpose;  // "mounts the filesystems that are tried, in a namespace of its own"
    bool met = false;
    bool required = false;  // nothing can be tuned without it; else one part is left out
    std::string remedy;     // where it is not met
};

std::vector<Need> needs(const Files& files);

}  // namespace fstune::probes
