#include "knowledge/geometry/io_hints.h"

#include <fmt/format.h>

#include <algorithm>

namespace fstune::knowledge {

namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t most_data_disks = 255;  // a width beyond is a hint, or a faulty field
constexpr std::uint64_t wide_hint = std::uint64_t{16}
                                    << 20;  // no RAID chunk of one disk is that large

void warn_of_optimal(const QueueFacts& queue, Geometry& geometry) {
    const auto optimal = queue.optimal_io_size;
    // No larger than one block: a tool's way to print that there is none.
    if (optimal <= std::max(queue.minimum_io_size, queue.physical_block_size)) return;
    const bool uneven = queue.minimum_io_size > 0 && optimal % queue.minimum_io_size != 0;
    if (optimal % page != 0 || uneven)
        geometry.warnings.push_back(
            {"bogus-optimal-io-size",
             fmt::format(
                 "optimal_io_size {} ({:#x} sectors) is no multiple of {}: a saturated field or "
                 "a faulty bridge, not a stripe",
                 optimal, optimal / 512, uneven ? queue.minimum_io_size : page),
             "give mkfs no stripe; start partitions at 1 MiB (sector 2048)"});
    else if (optimal >= wide_hint)
        geometry.warnings.push_back(
            {"optimal-io-size-is-throughput-hint",
             fmt::format("optimal_io_size {} on one device without stripes is a hint about "
                         "throughput",
                         optimal),
             "give mkfs no stripe; tune read_ahead_kb, starting at 128"});
}

}  // namespace

Geometry geometry_of(const QueueFacts& queue, std::int64_t alignment_offset) {
    Geometry geometry;
    const auto minimum = queue.minimum_io_size, optimal = queue.optimal_io_size;
    if (optimal == 0)
        geometry.reason = "the device advertises no optimal size of I/O";
    else if (minimum <= queue.physical_block_size)
        geometry.reason = "its smallest good size of I/O is a physical block: one disk, no stripe";
    else if (optimal <= minimum || optimal % minimum != 0)
        geometry.reason = "its optimal size of I/O is no larger multiple of the minimum: no stripe";
    else if (optimal / minimum > most_data_disks)
        geometry.reason = fmt::format(
            "{} stripe units of {} bytes would be more disks than one "
            "array has",
            optimal / minimum, minimum);
    else if (minimum % page != 0)
        geometry.reason =
            fmt::format("a stripe unit of {} bytes is no multiple of {}", minimum, page);
    else {
        geometry.stripe = Stripe{static_cast<int>(optimal / minimum), minimum};
        geometry.reason = fmt::format("the device advertises {} stripe units of {} KiB",
                                      optimal / minimum, minimum / 1024);
    }
    if (!geometry.stripe && optimal != 0) warn_of_optimal(queue, geometry);
    if (alignment_offset != 0)
        geometry.warnings.push_back(
            {"misaligned",
             fmt::format("the device begins {} bytes off a physical block", alignment_offset),
             "no filesystem option repairs it; make the partition anew at sector 2048"});
    return geometry;
}

}  // namespace fstune::knowledge
