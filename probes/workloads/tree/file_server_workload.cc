#include "probes/workloads/tree/file_server_workload.h"

#include "probes/meters/meters.h"
#include "probes/workloads/on_threads.h"
#include "probes/workloads/settings.h"
#include "probes/workloads/tree/directories.h"
#include "probes/workloads/tree/office.h"

namespace fstune::probes {

namespace {

constexpr TreeDefaults defaults{.threads = 8, .file_size = 262'144, .files = 3200};

}  // namespace

std::string FileServerWorkload::summary() const {
    return "8 clients read, write, list, rename, flush and remove files up to 256 KiB, as a file "
           "server does";
}

std::optional<std::string> FileServerWorkload::unsuitable(const WorkloadPlace& place) const {
    return no_room(name(), place);
}

Result<WorkloadResult> FileServerWorkload::run(const WorkloadPlace& place,
                                               const WorkloadSettings& settings) {
    if (auto good = check(settings); !good) return tl::unexpected(good.error());
    const auto fitting = tree_job(defaults, settings, place.free_bytes);
    if (!fitting) return tl::unexpected(fitting.error());
    const auto& job = *fitting;
    const auto start = SteadyClock::now();
    const auto directories = Directories::make(place, "office", job.threads);
    if (!directories) return tl::unexpected(directories.error());
    auto own = hands(settings, job);
    std::vector<Office> offices;
    offices.reserve(job.threads);
    for (std::size_t i = 0; i < job.threads; ++i)
        offices.emplace_back(directories->at(i), directories->path(i), job, own[i]);
    const auto filled =
        on_threads(job.threads, [&](std::size_t i) { return offices[i].fill(settings.stop); });
    if (!filled) return tl::unexpected(filled.error());
    if (auto synced = sync_filesystem(place.directory); !synced)
        return tl::unexpected(synced.error());
    const double preparing = seconds(SteadyClock::now() - start);

    Meters meters(place);
    const auto measured = run_stretch(
        {job.threads, settings.length, settings.stop, place.directory},
        [&](std::size_t thread, Recorder& recorder) -> Result<void> {
            while (recorder.more())
                if (auto done = recorder.time([&] { return offices[thread].step(recorder); });
                    !done)
                    return done;
            return {};
        });
    if (!measured) return tl::unexpected(measured.error());
    meters.stop();
    auto result = tree_result(*this, *measured);
    result.metrics["operations_per_second"] =
        rate("ops/s", measured->operations, measured->bytes, measured->seconds);
    result.seconds["prepare"] = preparing;
    // A file server's clients read what is in memory, and write over what was not written yet.
    meters.add_to(result, {.operations = measured->operations, .from_device = false});
    return result;
}

}  // namespace fstune::probes
