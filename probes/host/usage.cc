#include "probes/host/usage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>

#include "probes/host/device_tree.h"

namespace fstune::probes {

namespace {

// "/dev/mapper/vg-home" -> "dm-3"; "" for what is no path.
std::string kernel_name(const Files& files, const std::string& source) {
    if (!source.starts_with('/')) return "";
    const auto path = files.resolve(source).value_or(source);
    return path.substr(path.rfind('/') + 1);
}

// "sdb1 of sdb", or the name itself.
std::string part_of(const std::string& user, const std::string& name) {
    return user == name ? name : user + " (on " + name + ")";
}

// btrfs and overlays show a device number of their own, so the source counts as well.
const std::string* user_of(const Files& files, const MountEntry& entry,
                           const std::map<std::string, std::string>& name_by_number) {
    const auto by_number =
        name_by_number.find(fmt::format("{}:{}", entry.device_major, entry.device_minor));
    if (by_number != name_by_number.end()) return &by_number->second;
    const auto source = kernel_name(files, entry.source);
    for (const auto& [number, name] : name_by_number)
        if (name == source) return &name;
    return nullptr;
}

std::string mounted_reason(const std::string& what, const std::string& target) {
    if (target == "/")
        return what + " is mounted at /: the running system lives on it; choose another device";
    return fmt::format("{} is mounted at {}; unmount it if its data may be lost", what, target);
}

std::string held_by(const DeviceTree& tree, const std::string& part, const std::string& holder) {
    const auto uuid = tree.attribute(holder, "dm/uuid");
    const auto what = tree.description(holder);
    if (uuid.starts_with("part"))
        return fmt::format("{} has the {}; take it away (kpartx -d), or name it instead", part,
                           what);
    if (uuid.starts_with("mpath-"))
        return fmt::format("{} is part of {}; name /dev/mapper/{} instead", part, what,
                           tree.attribute(holder, "dm/name"));
    return fmt::format(
        "{} is part of {}; take it out of there with that layer's own tools, or choose another "
        "device",
        part, what);
}

std::string unescape(const std::string& text) {
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto digits = text.substr(at + 1, 3);
        const bool octal = text[at] == '\\' && digits.size() == 3 &&
                           digits.find_first_not_of("01234567") == std::string::npos;
        plain += octal ? static_cast<char>(std::stoi(digits, nullptr, 8)) : text[at];
        if (octal) at += 3;
    }
    return plain;
}

std::vector<std::string> swap_areas(const Files& files) {
    std::vector<std::string> areas;
    std::istringstream lines(files.read("/proc/swaps").value_or(""));
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) areas.push_back(unescape(line.substr(0, line.find(' '))));
    return areas;
}

}  // namespace

Result<std::vector<std::string>> mounted_or_swapped(const Files& files, const Mounts& mounts,
                                                    const std::string& name) {
    const DeviceTree tree(files);
    const auto users = tree.users(name);
    std::map<std::string, std::string> name_by_number;
    for (const auto& user : users) name_by_number[tree.number(user)] = user;

    const auto entries = mounts.list();
    if (!entries) return tl::unexpected(entries.error());
    std::vector<std::string> reasons;
    for (const auto& entry : *entries)
        if (const auto* user = user_of(files, entry, name_by_number))
            reasons.push_back(mounted_reason(part_of(*user, name), entry.target));
    for (const auto& area : swap_areas(files))
        if (users.contains(kernel_name(files, area)))
            reasons.push_back(fmt::format("the system swaps to {}; run swapoff {} first",
                                          part_of(kernel_name(files, area), name), area));
    return reasons;
}

std::vector<std::string> held_by_others(const Files& files, const std::string& name) {
    const DeviceTree tree(files);
    std::vector<std::string> held{name};
    for (const auto& partition : tree.partitions(name)) held.push_back(partition);
    if (tree.is_partition(name)) held.push_back(tree.whole_disk(name));
    std::vector<std::string> reasons;
    for (const auto& part : held)
        for (const auto& holder : tree.holders(part))
            reasons.push_back(held_by(tree, part, holder));
    return reasons;
}

std::vector<std::string> not_ready(const Files& files, const std::string& name) {
    const DeviceTree tree(files);
    std::vector<std::string> reasons;
    if (tree.attribute(name, "ro") == "1" || tree.attribute(tree.whole_disk(name), "ro") == "1")
        reasons.push_back(name + " is read-only; make it writable (blockdev --setrw) first");
    if (const auto state = tree.attribute(name, "md/array_state");
        state == "inactive" || state == "clear")
        reasons.push_back(fmt::format(
            "the array {} is not active; start it (mdadm --run), or name another device", name));
    const auto sync = tree.attribute(name, "md/sync_action");
    if (!sync.empty() && sync != "idle")
        reasons.push_back(fmt::format(
            "the array {} is busy ({}), or waits to be; wait until its sync_action is idle", name,
            sync));
    return reasons;
}

Result<std::vector<std::string>> loop_conflicts(const Files& files, const Mounts& mounts,
                                                const BlockDevices& devices,
                                                const std::string& name) {
    const DeviceTree tree(files);
    const auto loops = devices.loops();
    if (!loops) return tl::unexpected(loops.error());
    const auto own = std::find_if(loops->begin(), loops->end(), [&](const LoopBacking& loop) {
        return loop.loop == tree.whole_disk(name);
    });
    std::vector<std::string> reasons;
    if (own == loops->end()) return reasons;
    if (own->block_device.major != 0) {
        const auto below = tree.name_of(own->block_device.major, own->block_device.minor);
        reasons.push_back(fmt::format("{} only passes on to the device {}; name that one", name,
                                      below.value_or(own->file)));
    }
    if (const auto use = devices.file_in_use(*own))
        reasons.push_back(fmt::format("the file behind {}, {}, is in use: {}; use another file",
                                      name, own->file, *use));
    for (const auto& other : *loops) {
        if (other.loop == own->loop || !other.same_file(*own)) continue;
        const auto mounted = mounted_or_swapped(files, mounts, other.loop);
        if (!mounted) return tl::unexpected(mounted.error());
        reasons.push_back(fmt::format(
            "the file behind {}, {}, is also behind {}{}; detach that one", name, own->file,
            other.loop, mounted->empty() ? "" : " (" + mounted->front() + ")"));
    }
    return reasons;
}

OpenElsewhere open_elsewhere(const Files& files, const BlockDevices& devices,
                             const std::string& name) {
    const DeviceTree tree(files);
    auto parts = tree.partitions(name);
    parts.push_back(name);
    if (tree.is_partition(name)) parts.push_back(tree.whole_disk(name));
    std::vector<DeviceNumber> numbers;
    std::vector<std::string> names;
    for (const auto& part : parts) {
        DeviceNumber number;
        if (std::sscanf(tree.number(part).c_str(), "%u:%u", &number.major, &number.minor) != 2)
            continue;
        numbers.push_back(number);
        names.push_back(part);
    }
    OpenElsewhere open;
    for (const auto& one : devices.openers(numbers)) {
        const auto at = std::ranges::find(numbers, one.device) - numbers.begin();
        const auto what = fmt::format("process {} ({}) has {} open for {}", one.process,
                                      one.command, names[static_cast<std::size_t>(at)],
                                      one.writes ? "writing; stop it if its data may be lost"
                                                 : "reading, and will see it change");
        (one.writes ? open.writers : open.readers).push_back(what);
    }
    return open;
}

}  // namespace fstune::probes
