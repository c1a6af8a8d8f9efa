// The stripe that a device advertises in sysfs, where what it says can be one.
//
// A stripe shows only where the optimal size of I/O is a multiple of the minimum one, larger than
// it, and the minimum is larger than a physical block: a single disk, a saturated field of a USB
// bridge and a hint of a cloud disk all fail one of the three.
// Units: bytes.
// Source: kernel Documentation/ABI/stable/sysfs-block (minimum_io_size, optimal_io_size); the
// published table of topologies in tests/data/cases/14-topology.txt.
// Threads: safe.
#pragma once

#include "knowledge/device_facts.h"
#include "knowledge/geometry/stripe.h"

namespace fstune::knowledge {

Geometry geometry_of(const QueueFacts& queue, std::int64_t alignment_offset);

}  // namespace fstune::knowledge
