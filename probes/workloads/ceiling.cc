#include "probes/workloads/ceiling.h"

#include <algorithm>

#include "probes/workloads/io_workload.h"

namespace fstune::probes {

namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20;

// The page cache makes large requests of small ones, so a ceiling for buffered sequential I/O asks
// for large ones itself.
Pattern raw_pattern(const IoSpec& spec) {
    auto pattern = spec.pattern;
    if (!pattern.random) pattern.block = mebi;
    return pattern;
}

std::vector<Range> parts(int fd, std::uint64_t size, int threads) {
    std::vector<Range> ranges;
    const auto part = size / static_cast<std::uint64_t>(threads) / mebi * mebi;
    for (int i = 0; i < threads; ++i)
        ranges.push_back({fd, part * static_cast<std::uint64_t>(i), part});
    return ranges;
}

}  // namespace

Result<std::optional<double>> measure_ceiling(const std::string& workload, int fd,
                                              std::uint64_t size, std::chrono::nanoseconds length,
                                              std::uint64_t seed, std::stop_token stop) {
    const auto spec = std::ranges::find(io_specs(), workload, &IoSpec::name);
    if (spec == io_specs().end()) return std::nullopt;
    const auto measured =
        measure(raw_pattern(*spec), parts(fd, size, spec->threads), length, seed, std::move(stop));
    if (!measured) return tl::unexpected(measured.error());
    return rate(spec->metric, measured->operations, measured->bytes, measured->seconds);
}

}  // namespace fstune::probes
