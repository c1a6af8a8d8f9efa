// What of a device itself matters to who makes a filesystem on it: sectors, discard, cache.
//
// Threads: safe.
#pragma once

#include <vector>

#include "knowledge/device_facts.h"
#include "knowledge/geometry/stripe.h"

namespace fstune::knowledge {

std::vector<GeometryWarning> notes_of(const DeviceFacts& device);

// The smallest filesystem block and sector that the device writes without reading first.
std::uint64_t smallest_good_block(const QueueFacts& queue);

// Where partitions and volumes on it should begin: whole full stripes, and 1 MiB at least.
std::uint64_t good_alignment(const QueueFacts& queue, const Geometry& geometry);

}  // namespace fstune::knowledge
