#include "tuner/inspect/inspection.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "knowledge/geometry/device_notes.h"
#include "probes/host/device_facts_reader.h"
#include "probes/host/device_tree.h"
#include "probes/host/guard.h"
#include "probes/host/layers_reader.h"
#include "probes/host/usage.h"
#include "tuner/inspect/advice.h"

namespace fstune::tuner {

namespace {

using knowledge::GeometryWarning;
using knowledge::Layer;
using knowledge::LayerKind;
using probes::DeviceTree;

std::string name_of(const probes::Files& files, const std::string& path) {
    const auto resolved = files.resolve(path).value_or(path);
    return resolved.substr(resolved.rfind('/') + 1);
}

std::string transport_of(const DeviceTree& tree, const std::string& name) {
    if (tree.is_usb(name)) return "usb";
    return std::ranges::all_of(tree.disks(name),
                               [](const std::string& disk) { return disk.starts_with("nvme"); })
               ? "nvme"
               : "";
}

std::string description_of(const DeviceTree& tree, const std::string& name) {
    const auto text = tree.description(name);
    if (text != name) return text;
    return (tree.is_partition(name) ? "partition " : "disk ") + name;
}

// The RAID that is told replaces what the lowest device says of itself.
void tell_raid(Layer& layer, const knowledge::RaidDescription& told) {
    if (!layer.below.empty()) return tell_raid(layer.below.front(), told);
    layer.raid = told;
    layer.kind = LayerKind::raid;
}

Target target_of(const InspectSeams& seams, const std::string& path, const std::string& name) {
    const probes::Guard guard(seams.files, seams.mounts, seams.devices);
    const auto admitted = guard.admit(path, {});
    if (admitted) return {Target::Answer::yes, ""};
    if (admitted.error().code == ErrorCode::refused) {
        const bool wiped_is_enough = guard.admit(path, {.wipe = true}).has_value();
        return {wiped_is_enough ? Target::Answer::with_wipe : Target::Answer::no,
                admitted.error().message};
    }
    std::string known;
    for (const auto& reason : probes::held_by_others(seams.files, name)) known += "\n  - " + reason;
    for (const auto& reason : probes::not_ready(seams.files, name)) known += "\n  - " + reason;
    if (!known.empty()) return {Target::Answer::no, "will not destroy " + path + ":" + known};
    return {Target::Answer::unknown, admitted.error().message};
}

// Requests in flight now; a device under test should have none of others.
void warn_of_load(const DeviceTree& tree, const std::string& name,
                  std::vector<GeometryWarning>& warnings) {
    std::istringstream words(tree.attribute(name, "inflight"));
    std::uint64_t reads = 0, writes = 0;
    words >> reads >> writes;
    if (reads + writes > 0)
        warnings.push_back({"other-load",
                            fmt::format("{} requests of others are under way", reads + writes),
                            "measure when the device is idle"});
}

void warn_of_partitions(const Inspection& inspection, const DeviceTree& tree,
                        std::vector<GeometryWarning>& warnings) {
    for (const auto& name : inspection.partitions) {
        Layer partition;
        partition.name = name;
        partition.kind = LayerKind::partition;
        partition.queue = inspection.device.queue;
        partition.start = std::strtoull(tree.attribute(name, "start").c_str(), nullptr, 10) * 512;
        partition.below.push_back(inspection.layers);
        for (const auto& warning : geometry_of(partition).warnings)
            if (warning.message.starts_with(name + " begins ")) warnings.push_back(warning);
    }
}

void warn_of_device(const InspectSeams& seams, Inspection& inspection) {
    const DeviceTree tree(seams.files);
    auto& warnings = inspection.warnings;
    warnings = inspection.geometry.warnings;
    // What is not active has a queue whose values mean nothing yet.
    if (inspection.device.size > 0)
        for (auto& note : knowledge::notes_of(inspection.device)) warnings.push_back(note);
    const auto disk = tree.whole_disk(inspection.device.name);
    if (const auto zoned = tree.attribute(disk, "queue/zoned"); !zoned.empty() && zoned != "none")
        warnings.push_back({"zoned", fmt::format("zones must be written in order ({})", zoned),
                            "only filesystems made for zones (btrfs, f2fs, XFS of late kernels)"});
    if (inspection.transport == "usb")
        warnings.push_back({"usb-bridge", "behind a USB bridge, whose hints are often wrong",
                            "trust no stripe that it advertises"});
    warn_of_partitions(inspection, tree, warnings);
    warn_of_load(tree, inspection.device.name, warnings);
}

void look_on_it(const InspectSeams& seams, const std::string& path, Inspection& inspection) {
    const auto pinned = seams.devices.pin(path);
    auto found = pinned ? (*pinned)->signatures() : tl::unexpected(pinned.error());
    if (found)
        inspection.signatures = std::move(*found);
    else
        inspection.signatures_unknown = found.error().message;
}

}  // namespace

Result<Inspection> inspect(const InspectSeams& seams, const std::string& path,
                           const knowledge::MachineFacts& machine,
                           const std::optional<knowledge::RaidDescription>& told) {
    const auto name = name_of(seams.files, path);
    const auto facts = probes::read_device_facts(seams.files, name);
    if (!facts) return wrap(facts.error(), path);
    auto layers = probes::read_layers(seams.files, name);
    if (!layers) return tl::unexpected(layers.error());
    if (told) {
        if (auto possible = geometry_of(*told); !possible) return tl::unexpected(possible.error());
        tell_raid(*layers, *told);
    }
    const DeviceTree tree(seams.files);
    Inspection inspection;
    inspection.device = *facts;
    inspection.description = description_of(tree, name);
    inspection.transport = transport_of(tree, name);
    inspection.layers = std::move(*layers);
    inspection.geometry = geometry_of(inspection.layers);
    inspection.partitions = tree.partitions(name);
    inspection.holders = tree.holders(name);
    look_on_it(seams, path, inspection);
    inspection.target = target_of(seams, path, name);
    warn_of_device(seams, inspection);
    auto advice = expert_advice(inspection, machine);
    if (!advice) return tl::unexpected(advice.error());
    inspection.advice = std::move(*advice);
    return inspection;
}

}  // namespace fstune::tuner
