#include "probes/workloads/io_workload.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>

#include "probes/meters/meters.h"
#include "probes/workloads/file_set.h"
#include "probes/workloads/settings.h"

namespace fstune::probes {

namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20;
constexpr std::uint64_t smallest_file = 4 * mebi;

const Metric throughput{"throughput", "MB/s", true};
const Metric operations{"operations", "ops/s", true};

Asked asked_for(const IoJob& job, const Measured& measured) {
    return {.bytes_read = measured.bytes - measured.bytes_written,
            .bytes_written = measured.bytes_written,
            .operations = measured.operations,
            .data_set = job.size(),
            .passes = measured.passes,
            .compressible = job.pattern.compressible};
}

}  // namespace

const std::vector<IoSpec>& io_specs() {
    static const std::vector<IoSpec> specs = {
        {"seq-read",
         "4 threads read files that were written at the same time, front to back",
         throughput,
         {.block = std::uint64_t{128} << 10}},
        {"seq-write",
         "4 threads write a file each, front to back, synced at the end, again while there is time",
         throughput,
         {.write_share = 1, .one_pass = true, .block = std::uint64_t{128} << 10},
         4,
         512 * mebi,
         false},
        {"rand-read",
         "4 threads read 4 KiB blocks in random order, past the page cache",
         operations,
         {.random = true, .mode = AccessMode::direct},
         4,
         64 * mebi},
        {"rand-write",
         "4 threads overwrite 4 KiB blocks in random order, past the page cache",
         operations,
         {.write_share = 1, .random = true, .mode = AccessMode::direct},
         4,
         64 * mebi},
        {"db",
         "2 threads overwrite 8 KiB blocks in random order, each made durable by fdatasync",
         operations,
         {.write_share = 1, .random = true, .sync_each = true, .block = 8192},
         2,
         64 * mebi},
    };
    return specs;
}

IoJob make_job(const IoSpec& spec, const WorkloadSettings& settings, std::uint64_t free_bytes) {
    constexpr std::uint64_t page = 4096;  // O_DIRECT ends on one
    IoJob job{spec.pattern, static_cast<std::size_t>(spec.threads), 0, spec.file_size};
    if (settings.threads > 0) job.threads = static_cast<std::size_t>(settings.threads);
    if (settings.block > 0) job.pattern.block = settings.block;
    if (settings.queue_depth > 0) job.pattern.queue_depth = settings.queue_depth;
    if (settings.fsync) job.pattern.sync_each = *settings.fsync;
    job.pattern.mode = settings.mode.value_or(spec.pattern.mode);
    job.pattern.compressible = settings.compressible;
    job.files = settings.files > 0 ? settings.files : job.threads;
    if (settings.file_size > 0) job.file_size = settings.file_size;
    if (settings.size > 0) job.file_size = settings.size / job.files;
    const auto unit = std::max(job.pattern.block, page);
    job.file_size = std::min(job.file_size, free_bytes / 2 / job.files) / unit * unit;
    return job;
}

std::optional<std::string> IoWorkload::unsuitable(const WorkloadPlace& place) const {
    if (make_job(spec_, {}, place.free_bytes).file_size >= smallest_file) return std::nullopt;
    return fmt::format("{} needs {} MiB of free space, there are {}", spec_.name,
                       smallest_file * spec_.threads * 2 / mebi, place.free_bytes / mebi);
}

Result<FileSet> make_files(const IoSpec& spec, const IoJob& job, const WorkloadPlace& place,
                           const WorkloadSettings& settings) {
    const bool direct = job.pattern.mode == AccessMode::direct;
    auto files = FileSet::make(place, "data", job.files, job.file_size, direct ? O_DIRECT : 0);
    if (!files) return files;
    Result<void> made;
    if (spec.prepared)
        made = files->write_all(job.threads, settings.compressible, settings.seed, settings.stop);
    else if (job.pattern.mode == AccessMode::mmap)
        made = files->reserve_all();
    if (!made) return tl::unexpected(made.error());
    return files;
}

// One pass ends when its files are written. On a fast device that is soon: it is done again, on new
// space, as often as all of it fits into the time.
Result<Measured> measure_passes(const IoJob& job, const FileSet& files,
                                const WorkloadSettings& settings) {
    const auto shares = files.shares(job.threads, job.pattern.block);
    const auto length = std::chrono::duration<double>(settings.length).count();
    auto all = measure(job.pattern, shares, settings.length, settings.seed, settings.stop);
    for (unsigned times = 2;
         all && job.pattern.one_pass && all->seconds * times / (times - 1) < length; ++times) {
        if (auto cut = files.cut_all(); !cut) return tl::unexpected(cut.error());
        const bool mapped = job.pattern.mode == AccessMode::mmap;
        if (auto made = mapped ? files.reserve_all() : Result<void>(); !made)
            return tl::unexpected(made.error());
        const auto again =
            measure(job.pattern, shares, settings.length, settings.seed + times, settings.stop);
        if (!again) return again;
        all->then(*again);
    }
    return all;
}

Result<void> check_job(const IoSpec& spec, const IoJob& job, const WorkloadPlace& place) {
    const auto parts = (job.threads + job.files - 1) / job.files;
    if (job.file_size / parts >= job.pattern.block) return {};
    return fail(
        ErrorCode::usage,
        fmt::format("{}: {} files for {} threads with blocks of {} bytes do not fit into "
                    "half of the {} MiB of free space; give fewer, or a larger size",
                    spec.name, job.files, job.threads, job.pattern.block, place.free_bytes / mebi));
}

WorkloadResult io_result(const IoSpec& spec, const Measured& measured) {
    WorkloadResult result;
    result.phases.push_back(phase(spec.name, spec.metric.unit, measured));
    result.value = result.phases.front().rate;
    result.seconds["measure"] = measured.seconds;
    result.metrics["sync_share"] = measured.sync_seconds / measured.seconds;
    add_course(result, spec.metric.unit, measured);
    add_latencies(result, measured.latencies);
    return result;
}

Result<WorkloadResult> IoWorkload::run(const WorkloadPlace& place,
                                       const WorkloadSettings& settings) {
    if (auto good = check(settings); !good) return tl::unexpected(good.error());
    const auto job = make_job(spec_, settings, place.free_bytes);
    if (auto good = check_job(spec_, job, place); !good) return tl::unexpected(good.error());
    const auto start = SteadyClock::now();
    const auto files = make_files(spec_, job, place, settings);
    if (!files) return tl::unexpected(files.error());
    const double preparing = seconds(SteadyClock::now() - start);

    Meters meters(place, files->paths());
    const auto measured = measure_passes(job, *files, settings);
    if (!measured) return tl::unexpected(measured.error());
    meters.stop();

    auto result = io_result(spec_, *measured);
    result.seconds["prepare"] = preparing;
    meters.add_to(result, asked_for(job, *measured));
    return result;
}

}  // namespace fstune::probes
