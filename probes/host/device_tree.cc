#include "probes/host/device_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace fstune::probes {

namespace {

std::string last_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string folder(const std::string& name) { return "/sys/class/block/" + name; }

}  // namespace

Result<std::string> DeviceTree::name_of(unsigned major, unsigned minor) const {
    const auto path = files_.resolve(fmt::format("/sys/dev/block/{}:{}", major, minor));
    if (!path) return wrap(path.error(), fmt::format("block device {}:{}", major, minor));
    return last_part(*path);
}

bool DeviceTree::exists(const std::string& name) const { return files_.exists(folder(name)); }

bool DeviceTree::is_partition(const std::string& name) const {
    return files_.exists(folder(name) + "/partition");
}

bool DeviceTree::is_array(const std::string& name) const {
    return files_.exists(folder(name) + "/md");
}

std::string DeviceTree::whole_disk(const std::string& name) const {
    if (!is_partition(name)) return name;
    const auto path = files_.resolve(folder(name));
    return path ? last_part(path->substr(0, path->rfind('/'))) : name;
}

std::vector<std::string> DeviceTree::partitions(const std::string& name) const {
    std::vector<std::string> found;
    for (const auto& entry : files_.list(folder(name)).value_or(std::vector<std::string>{}))
        if (files_.exists(folder(name) + "/" + entry + "/partition")) found.push_back(entry);
    return found;
}

std::vector<std::string> DeviceTree::holders(const std::string& name) const {
    return files_.list(folder(name) + "/holders").value_or(std::vector<std::string>{});
}

void DeviceTree::add_disks(const std::string& name, std::set<std::string>& seen,
                           std::set<std::string>& found) const {
    const auto disk = whole_disk(name);
    if (!seen.insert(disk).second) return;
    const auto below = files_.list(folder(disk) + "/slaves").value_or(std::vector<std::string>{});
    if (below.empty()) found.insert(disk);
    for (const auto& one : below) add_disks(one, seen, found);
}

std::set<std::string> DeviceTree::disks(const std::string& name) const {
    std::set<std::string> seen, found;
    add_disks(name, seen, found);
    return found;
}

bool DeviceTree::is_usb(const std::string& name) const {
    return std::ranges::any_of(disks(name), [&](const std::string& disk) {
        return files_.resolve(folder(disk)).value_or("").find("/usb") != std::string::npos;
    });
}

void DeviceTree::add_users(const std::string& name, std::set<std::string>& found) const {
    if (!found.insert(name).second) return;
    for (const auto& partition : partitions(name)) add_users(partition, found);
    for (const auto& holder : holders(name)) add_users(holder, found);
}

std::set<std::string> DeviceTree::users(const std::string& name) const {
    std::set<std::string> found;
    add_users(name, found);
    if (is_partition(name))
        for (const auto& holder : holders(whole_disk(name))) add_users(holder, found);
    return found;
}

std::string DeviceTree::attribute(const std::string& name, const std::string& path) const {
    auto text = files_.read(folder(name) + "/" + path).value_or("");
    const auto end = text.find_last_not_of(std::string(" \n\0", 3));
    text.resize(end == std::string::npos ? 0 : end + 1);
    return text.substr(std::min(text.size(), text.find_first_not_of(' ')));
}

std::string DeviceTree::description(const std::string& name) const {
    static constexpr std::array<std::pair<const char*, const char*>, 5> kinds{
        {{"mpath-", "multipath map"},
         {"part", "partition"},  // of a map, by kpartx
         {"LVM-", "LVM volume"},
         {"CRYPT-", "encrypted volume"},
         {"", "device-mapper volume"}}};
    const auto dm_name = attribute(name, "dm/name");
    const auto uuid = attribute(name, "dm/uuid");
    if (!dm_name.empty())
        for (const auto& [prefix, kind] : kinds)
            if (uuid.starts_with(prefix)) return fmt::format("{} {} ({})", kind, dm_name, name);
    if (is_array(name)) return "md array " + name;
    if (files_.exists(folder(name) + "/bcache")) return "bcache device " + name;
    return name;
}

}  // namespace fstune::probes
