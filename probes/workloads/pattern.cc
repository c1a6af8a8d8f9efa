#include "probes/workloads/pattern.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "probes/workloads/io/access.h"
#include "probes/workloads/on_threads.h"

namespace fstune::probes {

namespace {

std::unique_ptr<Access> make_access(const Pattern& pattern, const Share& share,
                                    std::uint64_t seed) {
    if (pattern.mode == AccessMode::mmap) return mapped_access(pattern, share, seed);
    if (pattern.queue_depth > 1) return ring_access(pattern, share, seed);
    return plain_access(pattern, share, seed);
}

Result<void> check_memory(const Pattern& pattern, std::size_t threads) {
    constexpr std::uint64_t most = std::uint64_t{1} << 30;
    const auto needed = pattern.block * static_cast<std::uint64_t>(pattern.queue_depth) * threads;
    if (needed <= most) return {};
    return fail(ErrorCode::usage,
                fmt::format("{} threads with {} operations of {} bytes under way each need {} MiB "
                            "of memory; give fewer threads, a smaller block or queue depth",
                            threads, pattern.queue_depth, pattern.block, needed >> 20U));
}

// Once each, as several shares may be of one file.
Result<void> sync_all(const std::vector<Share>& shares) {
    std::set<int> each;
    for (const auto& share : shares)
        for (const auto& range : share) each.insert(range.fd);
    const std::vector<int> files(each.begin(), each.end());
    const auto threads = std::min(files.size(), shares.size());
    return on_threads(threads, [&](std::size_t number) -> Result<void> {
        for (auto i = number; i < files.size(); i += threads)
            if (fsync(files[i]) != 0)
                return fail(ErrorCode::failed, fmt::format("fsync: {}", std::strerror(errno)));
        return {};
    });
}

}  // namespace

Result<Measured> measure(const Pattern& pattern, const std::vector<Share>& shares,
                         std::chrono::nanoseconds length, std::uint64_t seed,
                         const std::stop_token& stop) {
    if (auto enough = check_memory(pattern, shares.size()); !enough)
        return tl::unexpected(enough.error());
    std::vector<std::unique_ptr<Access>> accesses;
    for (std::size_t i = 0; i < shares.size(); ++i)
        accesses.push_back(make_access(pattern, shares[i], seed * 1000 + i));
    std::vector<Measured> parts(shares.size());
    Turn turn{{}, {}, stop};
    double cpu = 0;
    const auto begin = [&] {
        cpu = process_cpu_seconds();
        turn.start = SteadyClock::now();
        turn.end = turn.start + length;
    };
    const auto done = on_ready_threads(
        shares.size(), {[&](std::size_t i) { return accesses[i]->prepare(); }, begin,
                        [&](std::size_t i) { return accesses[i]->run(turn, parts[i]); }});
    if (!done) return tl::unexpected(done.error());
    if (stop.stop_requested()) return fail(ErrorCode::interrupted, "stopped while measuring");
    const auto written = SteadyClock::now();
    if (pattern.writes())
        if (auto synced = sync_all(shares); !synced) return tl::unexpected(synced.error());
    Measured all;
    for (const auto& part : parts) all.add(part);
    const auto end = SteadyClock::now();
    all.seconds = seconds(end - turn.start);
    all.sync_seconds = pattern.writes() ? seconds(end - written) : 0;
    all.cpu_seconds = process_cpu_seconds() - cpu;
    return all;
}

}  // namespace fstune::probes
