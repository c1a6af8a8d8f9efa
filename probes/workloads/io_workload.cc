#include "probes/workloads/io_workload.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>

#include "probes/meters/device_counters.h"
#include "probes/meters/extents.h"
#include "probes/meters/steady_state.h"
#include "probes/meters/warnings.h"
#include "probes/workloads/file_set.h"

namespace fstune::probes {

namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20;
constexpr std::uint64_t smallest_file = 4 * mebi;

const Metric throughput{"throughput", "MB/s", true};
const Metric operations{"operations", "ops/s", true};

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void add_latencies(WorkloadResult& result, const LatencyHistogram& latencies) {
    const auto us = [](auto nanoseconds) { return static_cast<double>(nanoseconds) / 1e3; };
    result.metrics["latency_mean_us"] = us(latencies.mean());
    result.metrics["latency_max_us"] = us(latencies.maximum());
    result.metrics["latency_p50_us"] = us(latencies.percentile(0.5));
    result.metrics["latency_p99_us"] = us(latencies.percentile(0.99));
    result.metrics["latency_p999_us"] = us(latencies.percentile(0.999));
}

// What did not move over the device was not measured there. The part that compresses away is
// allowed for; so is a fifth of the rest (pages that read-ahead had, blocks that coincide).
void judge_device_share(WorkloadResult& result, const Pattern& pattern, double share) {
    const double least = (1 - pattern.compressible) * 0.8;
    if (share >= least) return;
    const auto kind = pattern.write ? Warning::compressed_away : Warning::cached_result;
    result.warnings.push_back(
        text(kind, fmt::format("only {:.0f} % of the bytes asked for moved over the device, at "
                               "least {:.0f} % should",
                               share * 100, least * 100)));
}

// Read again and again, a small data set lies in the drive's own cache, if not in the kernel's.
void judge_size(WorkloadResult& result, const Pattern& pattern, std::uint64_t data_set,
                std::uint64_t passes) {
    constexpr std::uint64_t drive_cache = 64 * mebi;
    if (pattern.write || passes < 2 || data_set >= drive_cache) return;
    result.warnings.push_back(
        text(Warning::data_set_too_small,
             fmt::format("{} MiB were read {} times over", data_set / mebi, passes)));
}

void add_device_shares(WorkloadResult& result, const Pattern& pattern, const Measured& measured,
                       const DeviceCounters& moved) {
    const auto asked = static_cast<double>(std::max<std::uint64_t>(measured.bytes, 1));
    const auto operations_done =
        static_cast<double>(std::max<std::uint64_t>(measured.operations, 1));
    const auto requests = static_cast<double>(pattern.write ? moved.writes : moved.reads);
    result.metrics["device_bytes_read_share"] = static_cast<double>(moved.bytes_read) / asked;
    result.metrics["device_bytes_written_share"] = static_cast<double>(moved.bytes_written) / asked;
    result.metrics["device_requests_per_operation"] = requests / operations_done;
    judge_device_share(
        result, pattern,
        static_cast<double>(pattern.write ? moved.bytes_written : moved.bytes_read) / asked);
}

}  // namespace

const std::vector<IoSpec>& io_specs() {
    static const std::vector<IoSpec> specs = {
        {"seq-read",
         "4 threads read files that were written at the same time, front to back",
         throughput,
         {.write = false, .random = false, .block = std::uint64_t{128} << 10}},
        {"seq-write",
         "4 threads write a file each, front to back, synced at the end",
         throughput,
         {.write = true, .random = false, .block = std::uint64_t{128} << 10},
         4,
         512 * mebi,
         false,
         false},
        {"rand-read",
         "4 threads read 4 KiB blocks in random order, past the page cache",
         operations,
         {.write = false, .random = true, .block = 4096},
         4,
         64 * mebi,
         true},
        {"rand-write",
         "4 threads overwrite 4 KiB blocks in random order, past the page cache",
         operations,
         {.write = true, .random = true, .block = 4096},
         4,
         64 * mebi,
         true},
        {"db",
         "2 threads overwrite 8 KiB blocks in random order, each made durable by fdatasync",
         operations,
         {.write = true, .random = true, .sync_each = true, .block = 8192},
         2,
         64 * mebi},
    };
    return specs;
}

double rate(const Metric& metric, std::uint64_t operations_done, std::uint64_t bytes,
            double seconds) {
    if (seconds <= 0) return 0;
    const bool in_bytes = metric.name == throughput.name;
    return (in_bytes ? static_cast<double>(bytes) / 1e6 : static_cast<double>(operations_done)) /
           seconds;
}

std::uint64_t IoWorkload::size_each(const WorkloadPlace& place,
                                    const WorkloadSettings& settings) const {
    const int threads = settings.threads > 0 ? settings.threads : spec_.threads;
    const auto wanted = settings.size > 0 ? settings.size / threads : spec_.size_each;
    const auto room = place.free_bytes / 2 / threads;
    return std::min(wanted, room) / spec_.pattern.block * spec_.pattern.block;
}

std::optional<std::string> IoWorkload::unsuitable(const WorkloadPlace& place) const {
    if (size_each(place, {}) >= smallest_file) return std::nullopt;
    return fmt::format("{} needs {} MiB of free space, there are {}", spec_.name,
                       smallest_file * spec_.threads * 2 / mebi, place.free_bytes / mebi);
}

Result<WorkloadResult> IoWorkload::run(const WorkloadPlace& place,
                                       const WorkloadSettings& settings) {
    const auto start = std::chrono::steady_clock::now();
    auto pattern = spec_.pattern;
    pattern.compressible = settings.compressible;
    const int threads = settings.threads > 0 ? settings.threads : spec_.threads;
    auto files = FileSet::make(place.directory, threads, size_each(place, settings),
                               spec_.direct ? O_DIRECT : 0);
    if (!files) return tl::unexpected(files.error());
    if (spec_.prepared)
        if (auto made = files->write_all(settings.compressible, settings.seed, settings.stop);
            !made)
            return tl::unexpected(made.error());
    WorkloadResult result;
    result.seconds["prepare"] = seconds_since(start);

    const auto before = read_device_counters(place.device);
    auto measured =
        measure(pattern, files->ranges(), settings.length, settings.seed, settings.stop);
    if (!measured) return tl::unexpected(measured.error());
    const auto after = read_device_counters(place.device);

    result.value = rate(spec_.metric, measured->operations, measured->bytes, measured->seconds);
    for (const auto bytes : measured->course)
        result.samples.push_back(rate(spec_.metric, bytes / pattern.block, bytes, 0.1));
    const auto steady = steady_from(result.samples);
    result.metrics["steady"] = steady ? 1 : 0;
    if (steady) result.metrics["unsteady_beginning_s"] = static_cast<double>(*steady) * 0.1;
    result.seconds["measure"] = measured->seconds;
    result.metrics["sync_share"] = measured->sync_seconds / measured->seconds;
    add_latencies(result, measured->latencies);
    judge_size(result, pattern, files->ranges().front().size * files->ranges().size(),
               measured->passes);
    if (before && after) add_device_shares(result, pattern, *measured, *after - *before);
    if (const auto extents = extents_of(files->paths())) {
        result.metrics["extents_per_file"] = extents->per_file;
        result.metrics["mean_extent_bytes"] = extents->mean_bytes;
    }
    return result;
}

}  // namespace fstune::probes
