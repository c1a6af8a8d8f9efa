// The expert starting configuration of each filesystem and goal, as command lines.
// Errors: those of the catalogue. Threads: safe.
#pragma once

#include <vector>

#include "tuner/inspect/inspection.h"

namespace fstune::tuner {

Result<std::vector<Advice>> expert_advice(const Inspection& inspection,
                                          const knowledge::MachineFacts& machine);

}  // namespace fstune::tuner
