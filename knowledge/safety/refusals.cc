#include "knowledge/safety/refusals.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace fstune::knowledge {

namespace {

using Refusals = std::vector<Refusal>;

constexpr const char* own_tools =
    "take it out of there with that layer's own tools, or choose another device";

Refusal held_by(const LsblkDevice& device, const LsblkDevice& holder) {
    const bool multipath = holder.type == "mpath";
    return {device.kernel_name(), "held",
            fmt::format("{} is held by {} ({})", device.name, holder.name, holder.kernel_name()),
            multipath
                ? fmt::format("name /dev/mapper/{} instead: the paths are one disk", holder.name)
                : own_tools};
}

Refusal signature(const std::string& device, const std::string& type) {
    if (is_member_type(type))
        return {device, "member",
                fmt::format("{} is marked as part of something larger ({})", device, type),
                own_tools};
    return {device, "signature", fmt::format("{} carries {}", device, type),
            "say --wipe if that may be lost"};
}

void add_mounts(const LsblkDevice& top, const LsblkDevice& device, Refusals& found) {
    for (const auto& target : device.mountpoints)
        found.push_back({top.kernel_name(), "in-use",
                         target == "[SWAP]"
                             ? fmt::format("{} is swapped to", device.name)
                             : fmt::format("{} is mounted at {}", device.name, target),
                         target == "[SWAP]" ? "run swapoff first"
                         : target == "/"    ? "the running system lives on it; choose another"
                                            : "unmount it if its data may be lost"});
    for (const auto& child : device.children) add_mounts(top, child, found);
}

bool is_partition(const LsblkDevice& device) {
    return device.type == "part" ||
           (device.type.empty() && device.fstype != "mpath_member");  // no TYPE column
}

void add_consents(const LsblkDevice& device, Refusals& found) {
    const auto& name = device.kernel_name();
    if (device.read_only)
        found.push_back({name, "read-only", name + " is read-only", "make it writable first"});
    if (device.removable)
        found.push_back({name, "removable", name + " is removable", "if it is meant, add --wipe"});
    if (device.transport == "usb")
        found.push_back({name, "usb", name + " is a USB device", "if it is meant, add --wipe"});
}

void add_device(const LsblkDevice& device, Refusals& found) {
    add_mounts(device, device, found);
    for (const auto& child : device.children)
        if (!is_partition(child)) found.push_back(held_by(device, child));
    if (!device.fstype.empty()) found.push_back(signature(device.kernel_name(), device.fstype));
    for (const auto& child : device.children)
        if (is_partition(child) && !child.fstype.empty())
            found.push_back({device.kernel_name(), "signature",
                             fmt::format("its partition {} carries {}", child.name, child.fstype),
                             "say --wipe if all of it may be lost"});
    add_consents(device, found);
    for (const auto& child : device.children) add_device(child, found);
}

std::string identity(const LsblkDevice& device) {
    return device.serial + "|" + device.wwn + "|" + std::to_string(device.size);
}

}  // namespace

bool is_member_type(std::string_view type) {
    return type.ends_with("_member") || type.ends_with("_raid_member") || type == "LVM2_member" ||
           type == "LVM1_member" || type == "bcache" || type == "drbd" ||
           type == "DM_snapshot_cow" || type == "stratis" || type == "ceph_bluestore";
}

Refusals refusals(const std::vector<LsblkDevice>& devices) {
    Refusals found;
    for (const auto& device : devices) add_device(device, found);
    // A device that several hold in common (a map of two paths) is listed below each of them.
    Refusals once;
    std::set<std::string> seen;
    for (auto& one : found)
        if (seen.insert(one.device + '\n' + one.message).second) once.push_back(std::move(one));
    return once;
}

Refusals refusals(const std::vector<WipefsSignature>& signatures) {
    Refusals found;
    for (const auto& one : signatures) found.push_back(signature(one.device, one.type));
    return found;
}

Refusals refusals(const std::vector<BlkidDevice>& devices) {
    Refusals found;
    for (const auto& device : devices) {
        const auto name = device.path.substr(device.path.rfind('/') + 1);
        if (const auto type = device.values.find("TYPE"); type != device.values.end())
            found.push_back(signature(name, type->second));
        if (const auto table = device.values.find("PTTYPE"); table != device.values.end())
            found.push_back({name, "signature",
                             fmt::format("{} has a partition table ({})", name, table->second),
                             "say --wipe if all of it may be lost"});
    }
    return found;
}

Refusals refusals(const std::vector<MdArray>& arrays) {
    Refusals found;
    for (const auto& array : arrays)
        for (const auto& member : array.members)
            found.push_back({member.name, "held",
                             fmt::format("{} is a member of the array {}", member.name, array.name),
                             own_tools});
    return found;
}

Refusals moved_names(const std::vector<LsblkDevice>& before,
                     const std::vector<LsblkDevice>& after) {
    std::map<std::string, const LsblkDevice*> then;
    for (const auto& device : before) then[device.kernel_name()] = &device;
    Refusals found;
    for (const auto& device : after) {
        const auto same = then.find(device.kernel_name());
        if (same == then.end() || identity(*same->second) == identity(device)) continue;
        found.push_back({device.kernel_name(), "name-moved",
                         fmt::format("{} was {} and is now {}: kernel names move", device.name,
                                     same->second->serial, device.serial),
                         "choose by /dev/disk/by-id, and compare serial, WWN and size right before "
                         "each destructive step"});
    }
    return found;
}

}  // namespace fstune::knowledge
