#include "probes/workloads/workloads.h"

#include <fmt/format.h>

#include "probes/workloads/create_workload.h"
#include "probes/workloads/io_workload.h"

namespace fstune::probes {

std::vector<std::string> workload_names() {
    std::vector<std::string> names;
    for (const auto& spec : io_specs()) names.push_back(spec.name);
    names.emplace_back("create");
    return names;
}

Result<std::unique_ptr<Workload>> make_workload(const std::string& name) {
    for (const auto& spec : io_specs())
        if (spec.name == name) return std::make_unique<IoWorkload>(spec);
    if (name == "create") return std::make_unique<CreateWorkload>();
    return fail(ErrorCode::usage, fmt::format("no workload '{}'; there are {}", name,
                                              fmt::join(workload_names(), ", ")));
}

}  // namespace fstune::probes
