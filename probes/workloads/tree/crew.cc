#include "probes/workloads/tree/crew.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "probes/workloads/on_threads.h"

namespace fstune::probes {

Result<void> sync_filesystem(const std::string& directory) {
    const int fd = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool synced = fd >= 0 && syncfs(fd) == 0;
    const int problem = errno;
    if (fd >= 0) close(fd);
    if (synced) return {};
    return fail(ErrorCode::failed,
                fmt::format("syncing {}: {}", directory, std::strerror(problem)));
}

Result<Measured> run_stretch(const Stretch& stretch, const Work& work) {
    std::vector<Recorder> recorders;
    recorders.reserve(stretch.threads);
    SteadyClock::time_point start;
    double cpu = 0;
    const auto begin = [&] {
        cpu = process_cpu_seconds();
        start = SteadyClock::now();
        for (std::size_t i = 0; i < stretch.threads; ++i)
            recorders.emplace_back(start, start + stretch.length, stretch.stop);
    };
    const auto done =
        on_ready_threads(stretch.threads, {[](std::size_t) { return Result<void>(); }, begin,
                                           [&](std::size_t i) { return work(i, recorders[i]); }});
    if (!done) return tl::unexpected(done.error());
    if (stretch.stop.stop_requested())
        return fail(ErrorCode::interrupted, "stopped while measuring");
    const auto worked = SteadyClock::now();
    if (auto synced = sync_filesystem(stretch.directory); !synced)
        return tl::unexpected(synced.error());
    const auto end = SteadyClock::now();
    Measured all;
    for (const auto& recorder : recorders) all.add(recorder.measured());
    all.seconds = seconds(end - start);
    all.sync_seconds = seconds(end - worked);
    all.cpu_seconds = process_cpu_seconds() - cpu;
    return all;
}

}  // namespace fstune::probes
