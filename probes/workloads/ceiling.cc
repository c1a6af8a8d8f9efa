#include "probes/workloads/ceiling.h"

#include <algorithm>
#include <cstdint>

#include "probes/workloads/io_workload.h"
#include "probes/workloads/memory_place.h"
#include "probes/workloads/mixed_workload.h"
#include "probes/workloads/workloads.h"

namespace fstune::probes {

namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20;

// A filesystem reads ahead and writes behind, so it keeps more requests in flight than a program
// has, and makes large requests of small ones: the ceiling is the best of several depths, and of
// large requests where the pattern is sequential.
constexpr int requests_at_once[] = {1, 4, 8};
constexpr std::uint64_t large_requests[] = {mebi / 4, mebi};

const IoSpec* spec_of(const std::string& workload) {
    if (workload == mixed_spec().name) return &mixed_spec();
    const auto found = std::ranges::find(io_specs(), workload, &IoSpec::name);
    return found == io_specs().end() ? nullptr : &*found;
}

bool works_in_memory(const std::string& workload) {
    constexpr const char* names[] = {"create", "send",        "send-fsync",
                                     "mail",   "file-server", "allocate"};
    return std::ranges::find(names, workload) != std::end(names);
}

std::vector<Pattern> variants(const IoJob& job) {
    std::vector<Pattern> all;
    auto pattern = job.pattern;
    pattern.mode = AccessMode::direct;
    pattern.one_pass = false;
    const auto depth = pattern.queue_depth;
    for (const int times : requests_at_once) {
        pattern.queue_depth = depth * times;
        if (pattern.random) {
            all.push_back(pattern);
            continue;
        }
        for (const auto block : large_requests) {
            pattern.block = block;
            all.push_back(pattern);
        }
    }
    return all;
}

// A part of the device for each thread, together as much as the workload's files.
std::vector<Share> parts(int fd, std::uint64_t size, const IoJob& job) {
    const auto threads = static_cast<std::uint64_t>(job.threads);
    const auto part = std::min(job.size(), size) / threads / mebi * mebi;
    std::vector<Share> shares;
    for (std::uint64_t i = 0; i < threads; ++i) shares.push_back({{fd, part * i, part}});
    return shares;
}

// Each variant has its share of the time.
Result<double> best_of(const IoSpec& spec, const IoJob& job, const std::vector<Share>& shares,
                       std::chrono::nanoseconds length, std::uint64_t seed,
                       const std::stop_token& stop) {
    double best = 0;
    for (const auto& pattern : variants(job)) {
        const auto measured = measure(pattern, shares, length, seed, stop);
        if (!measured) return tl::unexpected(measured.error());
        best = std::max(
            best, rate(spec.metric.unit, measured->operations, measured->bytes, measured->seconds));
    }
    return best;
}

Result<double> raw_ceiling(const IoSpec& spec, int fd, std::uint64_t size,
                           std::chrono::nanoseconds length, std::uint64_t seed,
                           const std::stop_token& stop) {
    const auto job = make_job(spec, {}, size);
    const auto shares = parts(fd, size, job);
    const Pattern filling = {.write_share = 1,
                             .one_pass = true,
                             .block = mebi,
                             .queue_depth = 4,
                             .mode = AccessMode::direct};
    const auto filled = measure(filling, shares, std::chrono::hours(1), seed, stop);
    if (!filled) return tl::unexpected(filled.error());
    auto best = best_of(spec, job, shares, length, seed, stop);
    // Filling is itself a sequential write, on a device that may just have been discarded, as it
    // is after mkfs.
    if (best && spec.pattern.one_pass)
        *best = std::max(
            *best, rate(spec.metric.unit, filled->operations, filled->bytes, filled->seconds));
    return best;
}

Result<std::optional<double>> memory_ceiling(const std::string& workload,
                                             std::chrono::nanoseconds length, std::uint64_t seed,
                                             const std::stop_token& stop) {
    const auto memory = MemoryPlace::make();
    if (!memory) return std::nullopt;
    WorkloadSettings settings;
    settings.length = length;
    settings.seed = seed;
    settings.stop = stop;
    const auto work = make_workload(workload);
    if (!work) return tl::unexpected(work.error());
    const auto result = (*work)->run(memory->place(), settings);
    if (!result) return tl::unexpected(result.error());
    return result->value;
}

}  // namespace

Result<std::optional<double>> measure_ceiling(const std::string& workload, int fd,
                                              std::uint64_t size, std::chrono::nanoseconds length,
                                              std::uint64_t seed, const std::stop_token& stop) {
    if (works_in_memory(workload)) return memory_ceiling(workload, length, seed, stop);
    const auto* const spec = spec_of(workload);
    if (spec == nullptr) return std::nullopt;
    const auto best = raw_ceiling(*spec, fd, size, length, seed, stop);
    if (!best) return tl::unexpected(best.error());
    return *best;
}

}  // namespace fstune::probes
