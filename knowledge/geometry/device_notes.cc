#include "knowledge/geometry/device_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace fstune::knowledge {

std::uint64_t smallest_good_block(const QueueFacts& queue) {
    return std::max(queue.logical_block_size, queue.physical_block_size);
}

std::uint64_t good_alignment(const QueueFacts& queue, const Geometry& geometry) {
    constexpr std::uint64_t mebi = std::uint64_t{1} << 20;
    const auto base = std::lcm(mebi, std::max<std::uint64_t>(smallest_good_block(queue), 512));
    return geometry.stripe ? std::lcm(base, geometry.stripe->width()) : base;
}

std::vector<GeometryWarning> notes_of(const DeviceFacts& device) {
    const auto& queue = device.queue;
    std::vector<GeometryWarning> notes;
    if (queue.logical_block_size >= 4096)
        notes.push_back({"4kn",
                         fmt::format("sectors of {} bytes: a filesystem with smaller ones cannot "
                                     "be mounted on it",
                                     queue.logical_block_size),
                         fmt::format("XFS: -s size={0}; ext4: blocks of {0} at least",
                                     queue.logical_block_size)});
    else if (queue.physical_block_size > queue.logical_block_size)
        notes.push_back(
            {"512e",
             fmt::format("takes sectors of {} and writes {}: smaller ones cost a read",
                         queue.logical_block_size, queue.physical_block_size),
             fmt::format("blocks and XFS sectors of {} at least", queue.physical_block_size)});
    if (queue.discard_max_bytes == 0 && !queue.rotational)
        notes.push_back({"no-discard", "does not take discards",
                         "the options discard and fstrim have no effect here"});
    else if (queue.discard_max_bytes > 0)
        notes.push_back({"discard", "takes discards; mkfs discards all of it first",
                         "prefer fstrim.timer to the mount option discard"});
    if (queue.write_cache == "write back")
        notes.push_back({"volatile-cache", "has a write cache that loses power",
                         "keep barriers on unless it is protected"});
    return notes;
}

}  // namespace fstune::knowledge
