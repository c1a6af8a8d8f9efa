#include "probes/workloads/tree/tree_job.h"

#include <fmt/format.h>

#include <algorithm>

namespace fstune::probes {

namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20;

// Filesystems round up to blocks of 4 KiB. Beside stand inode and directory entry: amply where the
// number of files is ours to choose, at the least where it was asked for.
std::uint64_t space_of(std::uint64_t file_size, std::uint64_t beside) {
    constexpr std::uint64_t unit = 4096;
    return (file_size + unit - 1) / unit * unit + beside;
}

}  // namespace

Result<TreeJob> tree_job(const TreeDefaults& defaults, const WorkloadSettings& settings,
                         std::uint64_t free_bytes) {
    constexpr std::uint64_t ample = 12288, least = 512;
    const auto threads =
        static_cast<std::uint64_t>(settings.threads > 0 ? settings.threads : defaults.threads);
    const auto size = settings.file_size > 0 ? settings.file_size : defaults.file_size;
    const auto room = settings.files > 0 ? free_bytes / space_of(size, least)
                                         : free_bytes / 2 / space_of(size, ample);
    if (settings.files > room)
        return fail(ErrorCode::usage,
                    fmt::format("{} files of up to {} bytes do not fit into {} MiB of free space; "
                                "at most {} do",
                                settings.files, size, free_bytes / mebi, room));
    const auto files = settings.files > 0 ? settings.files : std::min(defaults.files, room);
    return TreeJob{threads, std::max<std::uint64_t>(files / threads, 1), size,
                   settings.fsync.value_or(false)};
}

std::optional<std::string> no_room(const std::string& workload, const WorkloadPlace& place) {
    constexpr std::uint64_t least = 64 * mebi;
    if (place.free_bytes >= least) return std::nullopt;
    return fmt::format("{} needs {} MiB of free space, there are {}", workload, least / mebi,
                       place.free_bytes / mebi);
}

std::vector<TreeHand> hands(const WorkloadSettings& settings, const TreeJob& job) {
    std::vector<TreeHand> all;
    all.reserve(job.threads);
    for (std::size_t i = 0; i < job.threads; ++i) all.emplace_back(settings, i, job.file_size);
    return all;
}

FileName::FileName(char kind, std::uint64_t number) {
    *fmt::format_to_n(text, sizeof text - 1, "{}{}", kind, number).out = '\0';
}

WorkloadResult tree_result(const Workload& workload, const Measured& measured) {
    WorkloadResult result;
    const auto metric = workload.metric();
    result.phases.push_back(phase(workload.name(), metric.unit, measured));
    result.value = result.phases.front().rate;
    result.seconds["measure"] = measured.seconds;
    result.metrics["sync_share"] = measured.sync_seconds / measured.seconds;
    add_course(result, metric.unit, measured);
    add_latencies(result, measured.latencies);
    return result;
}

}  // namespace fstune::probes
