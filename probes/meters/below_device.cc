#include "probes/meters/below_device.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/loop.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>

#include "probes/host/device_tree.h"
#include "probes/host/unique_fd.h"

namespace fstune::probes {

namespace {

void add_below(const Files& files, const std::string& name, BelowDevice& found) {
    const DeviceTree tree(files);
    const auto disk = tree.whole_disk(name);
    if (files.exists("/sys/class/block/" + disk + "/md") &&
        std::ranges::find(found.arrays, disk) == found.arrays.end())
        found.arrays.push_back(disk);
    const auto slaves = files.list("/sys/class/block/" + disk + "/slaves");
    for (const auto& slave : slaves.value_or(std::vector<std::string>{}))
        add_below(files, slave, found);
    const bool bottom = !slaves || slaves->empty();
    if (bottom && std::ranges::find(found.disks, DiskPart{disk, name}) == found.disks.end())
        found.disks.push_back({disk, name});
}

}  // namespace

BelowDevice below_device(const Files& files, const std::string& name,
                         const std::string& backing_number) {
    BelowDevice found;
    found.name = name;
    add_below(files, name, found);
    const DeviceTree tree(files);
    const auto direct = tree.attribute(tree.whole_disk(name), "loop/dio");
    found.backing_cached = direct == "0";
    if (backing_number.empty()) return found;
    const auto path = files.resolve("/sys/dev/block/" + backing_number);
    if (path) found.backing_disk = tree.whole_disk(path->substr(path->rfind('/') + 1));
    return found;
}

std::string backing_number(const std::string& device) {
    struct stat node {};
    if (stat(device.c_str(), &node) != 0 || !S_ISBLK(node.st_mode)) return "";
    const UniqueFd fd(open(device.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    loop_info64 info{};
    if (!fd || ioctl(fd.get(), LOOP_GET_STATUS64, &info) != 0) return "";
    return fmt::format("{}:{}", major(info.lo_device), minor(info.lo_device));
}

}  // namespace fstune::probes
