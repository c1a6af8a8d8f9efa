// Geometry through layers: a partition of an array of mirrors, a volume over an array, an
// encrypted device, a striped volume over RAID 5.
//
// Units: bytes.
// Source: kernel block/blk-settings.c (blk_stack_limits: minimum the larger, optimal the least
// common multiple of the layers).
// Threads: safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "knowledge/device_facts.h"
#include "knowledge/geometry/md_state.h"
#include "knowledge/geometry/raid.h"
#include "knowledge/geometry/stripe.h"

namespace fstune::knowledge {

struct MdArray;
struct DmTarget;

enum class LayerKind { disk, nvme, partition, raid, volume };

struct Layer {
    std::string name;
    LayerKind kind = LayerKind::disk;
    std::optional<RaidDescription> raid;  // raid: md, a striped volume, a controller as told
    std::optional<MdState> md;
    std::uint64_t start = 0;       // where it begins on the layer below
    std::uint64_t thin_block = 0;  // a volume of a thin pool
    QueueFacts queue;
    std::int64_t alignment_offset = 0;
    std::vector<Layer> below;
};

// The stripe that the topmost layer should tell mkfs, with the warnings of every layer.
Geometry geometry_of(const Layer& top);

// The array `name` upon those that are its members, from one mdstat or mdadm output.
Layer layer_of(const std::vector<MdArray>& arrays, const std::string& name);

// A device-mapper target upon what is known of the device below it.
Layer layer_of(const DmTarget& target, std::vector<Layer> below);

}  // namespace fstune::knowledge
