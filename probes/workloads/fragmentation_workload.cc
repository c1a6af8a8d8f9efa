#include "probes/workloads/fragmentation_workload.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "probes/meters/extents.h"
#include "probes/meters/meters.h"
#include "probes/workloads/data_source.h"
#include "probes/workloads/file_set.h"
#include "probes/workloads/settings.h"

namespace fstune::probes {

namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20, kibi = std::uint64_t{1} << 10;
constexpr std::uint64_t own_files = 32, own_size = 2 * mebi, piece = 16 * kibi;
constexpr std::uint64_t pieces_before_sync = 16;  // as a log's writer, or a download, has it

struct Job {
    std::uint64_t files = own_files, file_size = own_size;
};

Job make_job(const WorkloadSettings& settings, std::uint64_t free_bytes) {
    Job job;
    if (settings.files > 0) job.files = settings.files;
    if (settings.file_size > 0) job.file_size = settings.file_size;
    if (settings.size > 0) job.file_size = settings.size / job.files;
    job.file_size = std::min(job.file_size, free_bytes / 3 / job.files) / piece * piece;
    return job;
}

// A piece to each file in turn, until all are full.
Result<void> grow_together(const FileSet& files, std::uint64_t size, DataSource& data,
                           const std::stop_token& stop, Measured& measured) {
    const auto start = SteadyClock::now();
    for (std::uint64_t at = 0; at < size; at += piece)
        for (std::size_t i = 0; i < files.ranges().size(); ++i) {
            if (stop.stop_requested())
                return fail(ErrorCode::interrupted, "stopped while measuring");
            const int fd = files.ranges()[i].fd;
            const auto before = SteadyClock::now();
            const auto done = pwrite(fd, data.next(piece), piece, static_cast<off_t>(at));
            if (done != static_cast<ssize_t>(piece))
                return fail(ErrorCode::failed,
                            fmt::format("writing {}: {}", files.paths()[i],
                                        std::strerror(done < 0 ? errno : ENOSPC)));
            const bool due = (at / piece + i) % pieces_before_sync == 0 || at + piece == size;
            if (due && fdatasync(fd) != 0)
                return fail(ErrorCode::failed, fmt::format("fdatasync of {}: {}", files.paths()[i],
                                                           std::strerror(errno)));
            measured.note(start, before, SteadyClock::now(), piece);
            measured.bytes_written += piece;
        }
    measured.seconds += seconds(SteadyClock::now() - start);
    return {};
}

}  // namespace

std::string FragmentationWorkload::summary() const {
    return "32 files grow side by side, half of them go, as many grow into the holes; counts their "
           "extents";
}

std::optional<std::string> FragmentationWorkload::unsuitable(const WorkloadPlace& place) const {
    if (make_job({}, place.free_bytes).file_size >= own_size / 2) return std::nullopt;
    return fmt::format("fragmentation needs {} MiB of free space, there are {}",
                       own_files * own_size / 2 * 3 / mebi, place.free_bytes / mebi);
}

Result<WorkloadResult> FragmentationWorkload::run(const WorkloadPlace& place,
                                                  const WorkloadSettings& settings) {
    if (auto good = check(settings); !good) return tl::unexpected(good.error());
    const auto job = make_job(settings, place.free_bytes);
    if (job.file_size == 0)
        return fail(ErrorCode::usage,
                    fmt::format("fragmentation: {} files do not fit into a third of the {} MiB of "
                                "free space; give fewer",
                                job.files, place.free_bytes / mebi));
    const auto half = std::max<std::uint64_t>(job.files / 2, 1);
    DataSource data(settings.compressible, settings.seed, piece);
    Measured measured;
    Meters meters(place);
    auto all = FileSet::make(place, "grows", job.files, job.file_size, 0);
    if (!all) return tl::unexpected(all.error());
    auto done = grow_together(*all, job.file_size, data, settings.stop, measured);
    if (!done) return tl::unexpected(done.error());
    all->remove_every_other();
    const auto late = FileSet::make(place, "late", half, job.file_size, 0);
    if (!late) return tl::unexpected(late.error());
    done = grow_together(*late, job.file_size, data, settings.stop, measured);
    if (!done) return tl::unexpected(done.error());
    meters.stop();

    auto paths = all->paths();
    paths.insert(paths.end(), late->paths().begin(), late->paths().end());
    const auto extents = extents_of(paths);
    if (!extents)
        return fail(ErrorCode::unsupported,
                    "this filesystem does not tell where its files lie (FIEMAP); choose another "
                    "goal");
    WorkloadResult result;
    result.phases.push_back(phase(name(), "MB/s", measured));
    result.value = extents->per_file;
    result.seconds["measure"] = measured.seconds;
    result.metrics["mean_extent_bytes"] = extents->mean_bytes;
    add_latencies(result, measured.latencies);
    meters.add_to(result, {.bytes_written = measured.bytes,
                           .operations = measured.operations,
                           .compressible = settings.compressible});
    return result;
}

}  // namespace fstune::probes
