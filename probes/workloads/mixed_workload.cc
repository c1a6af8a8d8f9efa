#include "probes/workloads/mixed_workload.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>

#include "probes/meters/meters.h"
#include "probes/workloads/file_set.h"
#include "probes/workloads/io_workload.h"
#include "probes/workloads/on_threads.h"
#include "probes/workloads/settings.h"

namespace fstune::probes {

namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20;
constexpr std::uint64_t smallest_file = 4 * mebi, background_size = 256 * mebi;

constexpr Pattern background = {.write_share = 1, .one_pass = true, .block = mebi};

// Writes the file over and over until the time is up, each time put on the device.
Result<void> write_behind(const FileSet& file, std::chrono::nanoseconds length,
                          const WorkloadSettings& settings, Measured& all) {
    auto pattern = background;
    pattern.compressible = settings.compressible;
    const auto start = SteadyClock::now();
    while (SteadyClock::now() < start + length) {
        const auto one = measure(pattern, file.shares(1, pattern.block),
                                 start + length - SteadyClock::now(), settings.seed, settings.stop);
        if (!one) return tl::unexpected(one.error());
        all.add(*one);
        all.seconds += one->seconds;
    }
    return {};
}

Asked asked_for(const Measured& front, const Measured& behind, const IoJob& job) {
    return {.bytes_read = front.bytes - front.bytes_written,
            .bytes_written = front.bytes_written + behind.bytes,
            .operations = front.operations + behind.operations,
            .data_set = job.size(),
            .passes = front.passes,
            .compressible = job.pattern.compressible};
}

}  // namespace

const IoSpec& mixed_spec() {
    static const IoSpec spec = {"mixed",
                                "",
                                {"operations", "ops/s", true},
                                {.write_share = 0.3, .random = true, .mode = AccessMode::direct},
                                4,
                                64 * mebi};
    return spec;
}

std::string MixedWorkload::summary() const {
    return "4 threads read (70 %) and overwrite 4 KiB blocks in random order beside a sequential "
           "writer";
}

std::optional<std::string> MixedWorkload::unsuitable(const WorkloadPlace& place) const {
    if (make_job(mixed_spec(), {}, place.free_bytes / 2).file_size >= smallest_file)
        return std::nullopt;
    return fmt::format("mixed needs {} MiB of free space, there are {}", smallest_file * 16 / mebi,
                       place.free_bytes / mebi);
}

Result<WorkloadResult> MixedWorkload::run(const WorkloadPlace& place,
                                          const WorkloadSettings& settings) {
    if (auto good = check(settings); !good) return tl::unexpected(good.error());
    const auto job = make_job(mixed_spec(), settings, place.free_bytes / 2);
    if (auto good = check_job(mixed_spec(), job, place); !good) return tl::unexpected(good.error());
    const auto start = SteadyClock::now();
    const auto front = make_files(mixed_spec(), job, place, settings);
    if (!front) return tl::unexpected(front.error());
    const auto size = std::min(background_size, place.free_bytes / 4) / mebi * mebi;
    const auto behind = FileSet::make(place, "behind", 1, size, 0);
    if (!behind) return tl::unexpected(behind.error());
    const double preparing = seconds(SteadyClock::now() - start);

    Meters meters(place, front->paths());
    Measured random, sequential;
    const auto done = on_threads(2, [&](std::size_t which) -> Result<void> {
        if (which == 1) return write_behind(*behind, settings.length, settings, sequential);
        auto measured = measure(job.pattern, front->shares(job.threads, job.pattern.block),
                                settings.length, settings.seed, settings.stop);
        if (!measured) return tl::unexpected(measured.error());
        random = *measured;
        return {};
    });
    if (!done) return tl::unexpected(done.error());
    meters.stop();
    auto result = io_result(mixed_spec(), random);
    result.phases.push_back(phase("sequential writer", "MB/s", sequential));
    result.metrics["background_mb_per_second"] = result.phases.back().rate;
    result.seconds["prepare"] = preparing;
    meters.add_to(result, asked_for(random, sequential, job));
    return result;
}

}  // namespace fstune::probes
