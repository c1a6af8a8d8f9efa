#include "probes/workloads/io_workload.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>

#include "probes/meters/device_counters.h"
#include "probes/meters/extents.h"
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

double percentile(std::vector<std::uint32_t>& values, double share) {
    if (values.empty()) return 0;
    const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + at, values.end());
    return values[static_cast<std::size_t>(at)];
}

void add_latencies(WorkloadResult& result, std::vector<std::uint32_t> latencies) {
    result.metrics["latency_p50_us"] = percentile(latencies, 0.5);
    result.metrics["latency_p99_us"] = percentile(latencies, 0.99);
    result.metrics["latency_p999_us"] = percentile(latencies, 0.999);
}

void add_device_shares(WorkloadResult& result, const Pattern& pattern, const Measured& measured,
                       const DeviceCounters& moved) {
    const auto asked = static_cast<double>(std::max<std::uint64_t>(measured.bytes, 1));
    const auto requests = pattern.write ? moved.writes : moved.reads;
    result.metrics["device_bytes_read_share"] = static_cast<double>(moved.bytes_read) / asked;
    result.metrics["device_bytes_written_share"] = static_cast<double>(moved.bytes_written) / asked;
    result.metrics["device_requests_per_operation"] =
        static_cast<double>(requests) /
        static_cast<double>(std::max<std::uint64_t>(measured.operations, 1));
    // Half may be compressed away; less than that did not come from the device.
    if (!pattern.write && result.metrics["device_bytes_read_share"] < 0.4)
        result.warnings.push_back("cached result: the device was read for less than was asked");
}

}  // namespace

const std::vector<IoSpec>& io_specs() {
    static const std::vector<IoSpec> specs = {
        {"seq-read",
         "4 threads read files that were written at the same time, front to back",
         throughput,
         {.write = false, .random = false, .block = 128 * 1024}},
        {"seq-write",
         "4 threads write a file each, front to back, synced at the end",
         throughput,
         {.write = true, .random = false, .block = 128 * 1024},
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
    result.seconds["measure"] = measured->seconds;
    result.metrics["sync_share"] = measured->sync_seconds / measured->seconds;
    add_latencies(result, std::move(measured->latencies_us));
    if (before && after) add_device_shares(result, pattern, *measured, *after - *before);
    if (const auto extents = extents_of(files->paths())) {
        result.metrics["extents_per_file"] = extents->per_file;
        result.metrics["mean_extent_bytes"] = extents->mean_bytes;
    }
    return result;
}

}  // namespace fstune::probes
