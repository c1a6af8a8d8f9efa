#include "probes/workloads/workloads.h"

#include <fmt/format.h>

#include <algorithm>

#include "probes/workloads/allocate_workload.h"
#include "probes/workloads/fragmentation_workload.h"
#include "probes/workloads/io_workload.h"
#include "probes/workloads/log_workload.h"
#include "probes/workloads/mixed_workload.h"
#include "probes/workloads/mount_workload.h"
#include "probes/workloads/tree/create_workload.h"
#include "probes/workloads/tree/file_server_workload.h"
#include "probes/workloads/tree/mail_workload.h"
#include "probes/workloads/tree/send_workload.h"

namespace fstune::probes {

namespace {

struct Row {
    const char* name;
    std::unique_ptr<Workload> (*make)();
};

template <typename Kind, auto... Arguments>
std::unique_ptr<Workload> make() {
    return std::make_unique<Kind>(Arguments...);
}

// Beside those of io_specs().
constexpr Row rows[] = {
    {"mixed", make<MixedWorkload>},
    {"db-log", make<LogWorkload>},
    {"create", make<CreateWorkload>},
    {"send", make<SendWorkload, false>},
    {"send-fsync", make<SendWorkload, true>},
    {"mail", make<MailWorkload>},
    {"file-server", make<FileServerWorkload>},
    {"mount", make<MountWorkload>},
    {"allocate", make<AllocateWorkload>},
    {"fragmentation", make<FragmentationWorkload>},
};

}  // namespace

std::vector<std::string> workload_names() {
    std::vector<std::string> names;
    for (const auto& spec : io_specs()) names.push_back(spec.name);
    for (const auto& row : rows) names.emplace_back(row.name);
    return names;
}

Result<std::unique_ptr<Workload>> make_workload(const std::string& name) {
    for (const auto& spec : io_specs())
        if (spec.name == name) return std::make_unique<IoWorkload>(spec);
    for (const auto& row : rows)
        if (row.name == name) return row.make();
    return fail(ErrorCode::usage, fmt::format("no workload '{}'; there are {}", name,
                                              fmt::join(workload_names(), ", ")));
}

}  // namespace fstune::probes
