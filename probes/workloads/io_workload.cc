#include "probes/workloads/io_workload.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>

#include "probes/meters/meters.h"
#include "probes/meters/steady_state.h"
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

Asked asked_for(const Pattern& pattern, const Measured& measured, const FileSet& files) {
    Asked asked{.operations = measured.operations,
                .data_set = files.ranges().front().size * files.ranges().size(),
                .passes = measured.passes,
                .compressible = pattern.compressible};
    (pattern.write ? asked.bytes_written : asked.bytes_read) = measured.bytes;
    return asked;
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

    Meters meters(place, files->paths());
    auto measured =
        measure(pattern, files->ranges(), settings.length, settings.seed, settings.stop);
    if (!measured) return tl::unexpected(measured.error());
    meters.stop();

    result.value = rate(spec_.metric, measured->operations, measured->bytes, measured->seconds);
    for (const auto bytes : measured->course)
        result.samples.push_back(rate(spec_.metric, bytes / pattern.block, bytes, 0.1));
    const auto steady = steady_from(result.samples);
    result.metrics["steady"] = steady ? 1 : 0;
    if (steady) result.metrics["unsteady_beginning_s"] = static_cast<double>(*steady) * 0.1;
    result.seconds["measure"] = measured->seconds;
    result.metrics["sync_share"] = measured->sync_seconds / measured->seconds;
    add_latencies(result, measured->latencies);
    meters.add_to(result, asked_for(pattern, *measured, *files));
    return result;
}

}  // namespace fstune::probes
