// The list of workloads, by name.
// Errors: usage, for a name that is not in the list.
// Threads: safe.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "probes/workloads/workload.h"

namespace fstune::probes {

std::vector<std::string> workload_names();
Result<std::unique_ptr<Workload>> make_workload(const std::string& name);

}  // namespace fstune::probes
