#include "probes/workloads/ceiling.h"

#include <algorithm>
#include <cstdint>

#include "probes/workloads/io_workload.h"

namespace fstune::probes {

namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20;
// A filesystem reads ahead and writes behind, so it keeps more requests in flight than a program
// has threads: the ceiling is the best of several depths.
constexpr int requests_at_once[] = {1, 4, 8};

// The page cache makes large requests of small ones, so a ceiling for buffered sequential I/O asks
// for large ones itself.
Pattern raw_pattern(const IoSpec& spec) {
    auto pattern = spec.pattern;
    if (!pattern.random) pattern.block = mebi / 4;
    return pattern;
}

std::vector<Range> parts(int fd, std::uint64_t size, int threads) {
    std::vector<Range> ranges;
    ranges.reserve(static_cast<std::size_t>(threads));
    const auto part = size / static_cast<std::uint64_t>(threads) / mebi * mebi;
    for (int i = 0; i < threads; ++i)
        ranges.push_back({fd, part * static_cast<std::uint64_t>(i), part});
    return ranges;
}

}  // namespace

Result<std::optional<double>> measure_ceiling(const std::string& workload, int fd,
                                              std::uint64_t size, std::chrono::nanoseconds length,
                                              std::uint64_t seed, const std::stop_token& stop) {
    const auto spec = std::ranges::find(io_specs(), workload, &IoSpec::name);
    if (spec == io_specs().end()) return std::nullopt;
    double best = 0;
    for (const int times : requests_at_once) {
        const auto measured =
            measure(raw_pattern(*spec), parts(fd, size, spec->threads * times), length, seed, stop);
        if (!measured) return tl::unexpected(measured.error());
        best = std::max(
            best, rate(spec->metric, measured->operations, measured->bytes, measured->seconds));
    }
    return best;
}

}  // namespace fstune::probes
