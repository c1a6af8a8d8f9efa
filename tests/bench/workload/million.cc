#include "tests/bench/workload/million.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "probes/workloads/workloads.h"

namespace fstune::bench {

namespace {

constexpr double mebi = 1 << 20;

// Of the control group that this process is in; version 2 or 1.
std::optional<double> group_peak() {
    std::ifstream groups("/proc/self/cgroup");
    std::string line;
    while (std::getline(groups, line)) {
        if (!line.starts_with("0::") && line.find(":memory:") == std::string::npos) continue;
        const auto path = line.substr(line.rfind(':') + 1);
        for (const auto& file : {"/sys/fs/cgroup" + path + "/memory.peak",
                                 "/sys/fs/cgroup/memory" + path + "/memory.max_usage_in_bytes"}) {
            double bytes = 0;
            if (std::ifstream(file) >> bytes) return bytes;
        }
    }
    return std::nullopt;
}

}  // namespace

Result<void> run_million(const std::string& directory) {
    probes::WorkloadSettings settings;
    settings.length = std::chrono::hours(2);
    settings.threads = 256;
    settings.files = 256 * 3907;
    settings.file_size = 1;
    const auto room = std::filesystem::space(directory).available;
    const auto result =
        probes::make_workload("create").value()->run({directory, "", room, 0}, settings);
    if (!result) return tl::unexpected(result.error());
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    fmt::print("{} files by 256 threads: {:.0f} files/s made, {:.0f} removed\n",
               result->phases[0].operations, result->phases[0].rate, result->phases[1].rate);
    fmt::print("peak memory of the program: {:.0f} MiB\n",
               static_cast<double>(usage.ru_maxrss) * 1024 / mebi);
    if (const auto peak = group_peak())
        fmt::print("peak memory of its control group, kernel's included: {:.0f} MiB\n",
                   *peak / mebi);
    else
        fmt::print("its control group does not tell its memory\n");
    return {};
}

}  // namespace fstune::bench
