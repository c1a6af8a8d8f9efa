#include "knowledge/geometry/layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "knowledge/geometry/io_hints.h"
#include "knowledge/readers/dm_table.h"
#include "knowledge/readers/mdstat.h"

namespace fstune::knowledge {

namespace {

constexpr int deepest = 16;

Geometry geometry_at(const Layer& layer, int depth);

void append(Geometry& to, const Geometry& from) {
    to.warnings.insert(to.warnings.end(), from.warnings.begin(), from.warnings.end());
}

// Full stripes of the outer layer that are full stripes of every member too: each member's share
// is a multiple of its own full stripe.
Stripe nested(const Stripe& outer, const Stripe& inner) {
    constexpr auto most = std::uint64_t{1} << 30;
    if (outer.chunk > most || inner.width() > most) return outer;
    const auto unit = std::gcd(outer.chunk, inner.chunk);
    const auto share = std::lcm(outer.chunk, inner.width());
    const auto full = share * static_cast<std::uint64_t>(outer.data_disks);
    constexpr std::uint64_t most_units = 4096;  // more is no width that a write can fill
    if (full / unit > most_units) return outer;
    return {static_cast<int>(full / unit), unit};
}

Geometry of_raid(const Layer& layer, const Geometry& member) {
    if (layer.raid->level.empty())
        return {std::nullopt, "it is not active, so its level and chunk are not told", {}};
    auto own = geometry_of(*layer.raid);
    if (!own) return {std::nullopt, own.error().message, {}};
    auto& geometry = *own;
    if (geometry.stripe && member.stripe && member.stripe->data_disks > 1) {
        geometry.stripe = nested(*geometry.stripe, *member.stripe);
        geometry.reason +=
            fmt::format(", each itself a stripe ({}): together {} units of {} KiB", member.reason,
                        geometry.stripe->sw(), geometry.stripe->su() / 1024);
    } else if (!geometry.stripe && member.stripe) {
        geometry.stripe = member.stripe;  // a mirror of stripes writes what each of them writes
        geometry.reason += "; its members are stripes: " + member.reason;
    }
    return geometry;
}

void check_start(const Layer& layer, Geometry& geometry) {
    const auto physical = std::max<std::uint64_t>(layer.queue.physical_block_size, 512);
    if (layer.start % physical != 0)
        geometry.warnings.push_back(
            {"misaligned",
             fmt::format("{} begins {} bytes after a physical block of {}", layer.name,
                         layer.start % physical, physical),
             "no filesystem option repairs it; make the partition anew at sector 2048, and do not "
             "tune on it before"});
    else if (geometry.stripe && layer.start % geometry.stripe->chunk != 0)
        geometry.warnings.push_back(
            {"off-stripe",
             fmt::format("{} begins {} bytes after a stripe unit of {} KiB", layer.name,
                         layer.start % geometry.stripe->chunk, geometry.stripe->chunk / 1024),
             "make it begin at a multiple of the full stripe, else each one is split"});
}

// Where a volume begins is not told, only how far it is from there to the next good place: to the
// next physical block, or stripe unit, of what lies below; -1 where those below disagree.
void check_volume_start(const Layer& layer, Geometry& geometry) {
    if (layer.kind != LayerKind::volume || layer.alignment_offset == 0) return;
    const auto physical = std::max<std::uint64_t>(layer.queue.physical_block_size, 512);
    const auto off = layer.alignment_offset;
    if (off > 0 && static_cast<std::uint64_t>(off) % physical == 0)
        geometry.warnings.push_back(
            {"off-stripe",
             fmt::format("{} begins {} KiB before a stripe unit of what lies below it", layer.name,
                         off / 1024),
             "make it begin at a multiple of the full stripe, else each one is split"});
    else
        geometry.warnings.push_back(
            {"misaligned",
             fmt::format("{} begins inside a physical block of {} of what lies below it",
                         layer.name, physical),
             "no filesystem option repairs it; make it anew so that it begins at 1 MiB, and do not "
             "tune on it before"});
}

void check_thin(const Layer& layer, Geometry& geometry) {
    if (layer.thin_block == 0 || !geometry.stripe) return;
    if (layer.thin_block % geometry.stripe->width() == 0) return;
    geometry.warnings.push_back(
        {"thin-chunk-off-stripe",
         fmt::format("the thin pool's chunk of {} KiB is no multiple of the full stripe of {} KiB",
                     layer.thin_block / 1024, geometry.stripe->width() / 1024),
         "make the pool with a chunk that is a multiple of the full stripe"});
}

// NVMe reports preferred sizes of writes in the same fields that arrays use for stripes.
Geometry of_nvme(const Layer& layer) {
    auto queue = layer.queue;
    queue.minimum_io_size = std::min(queue.minimum_io_size, queue.physical_block_size);
    auto geometry = geometry_of(queue, layer.alignment_offset);
    if (queue.optimal_io_size != 0)
        geometry.reason = "an NVMe namespace's optimal size is a hint about writes, no stripe";
    return geometry;
}

// A layer that advertises what one below it does only passes it on.
bool passed_on(const Layer& layer) {
    return std::ranges::any_of(layer.below, [&](const Layer& below) {
        return below.queue.minimum_io_size == layer.queue.minimum_io_size &&
               below.queue.optimal_io_size == layer.queue.optimal_io_size;
    });
}

// A volume is what lies below; a stripe of its own shows only in what it advertises itself.
Geometry of_volume(const Layer& layer, const Geometry& member) {
    auto own =
        geometry_of(layer.queue, layer.kind == LayerKind::volume ? 0 : layer.alignment_offset);
    if (layer.below.empty() || (!member.stripe && own.stripe && !passed_on(layer))) return own;
    return {member.stripe, member.reason, {}};
}

Geometry geometry_at(const Layer& layer, int depth) {
    if (depth > deepest) return {std::nullopt, "more layers than can be understood", {}};
    Geometry member;
    for (const auto& below : layer.below) {
        auto one = geometry_at(below, depth + 1);
        append(one, {std::nullopt, "", member.warnings});
        // The widest member counts: members of one array are alike, or one is no stripe at all.
        const bool wider =
            one.stripe && (!member.stripe || one.stripe->width() > member.stripe->width());
        if (wider || member.reason.empty())
            member = std::move(one);
        else
            member.warnings = std::move(one.warnings);
    }
    Geometry geometry;
    if (layer.raid)
        geometry = of_raid(layer, member);
    else if (layer.kind == LayerKind::nvme)
        geometry = of_nvme(layer);
    else if (layer.kind == LayerKind::volume || layer.kind == LayerKind::partition)
        geometry = of_volume(layer, member);
    else
        geometry = geometry_of(layer.queue, layer.alignment_offset);
    append(geometry, member);
    if (layer.md)
        for (auto& warning : warnings_of(*layer.md)) geometry.warnings.push_back(warning);
    check_start(layer, geometry);
    check_volume_start(layer, geometry);
    check_thin(layer, geometry);
    return geometry;
}

// An array belongs to one other at most, so each is followed once: a text may say that it is its
// own member, twice.
Layer array_at(const std::vector<MdArray>& arrays, const std::string& name, int depth,
               std::set<std::string>& seen) {
    Layer layer;
    layer.name = name;
    const auto found = std::ranges::find(arrays, name, &MdArray::name);
    if (found == arrays.end() || depth > deepest || !seen.insert(name).second) return layer;
    layer.kind = LayerKind::raid;
    layer.raid = found->description();
    layer.md = state_of(*found);
    for (const auto& member : found->members)
        if (std::ranges::find(arrays, member.name, &MdArray::name) != arrays.end())
            layer.below.push_back(array_at(arrays, member.name, depth + 1, seen));
    return layer;
}

}  // namespace

Geometry geometry_of(const Layer& top) {
    auto geometry = geometry_at(top, 0);
    auto& warnings = geometry.warnings;
    for (std::size_t i = 0; i < warnings.size(); ++i)  // alike from several members: once
        warnings.erase(
            std::remove_if(warnings.begin() + static_cast<std::ptrdiff_t>(i) + 1, warnings.end(),
                           [&](const GeometryWarning& other) {
                               return other.code == warnings[i].code &&
                                      other.message == warnings[i].message;
                           }),
            warnings.end());
    return geometry;
}

Layer layer_of(const std::vector<MdArray>& arrays, const std::string& name) {
    std::set<std::string> seen;
    return array_at(arrays, name, 0, seen);
}

Layer layer_of(const DmTarget& target, std::vector<Layer> below) {
    Layer layer;
    layer.name = target.device;
    layer.kind = target.raid ? LayerKind::raid : LayerKind::volume;
    layer.raid = target.raid;
    layer.start = target.offset;
    layer.thin_block = target.thin_block;
    layer.below = std::move(below);
    return layer;
}

}  // namespace fstune::knowledge
