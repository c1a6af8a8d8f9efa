#include "probes/meters/space_overhead.h"

#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <charconv>

#include "probes/host/device_tree.h"

namespace fstune::probes {

std::uint64_t device_size(const Files& files, const std::string& name) {
    constexpr std::uint64_t sector = 512;
    const auto text = DeviceTree(files).attribute(name, "size");
    std::uint64_t sectors = 0;
    std::from_chars(text.data(), text.data() + text.size(), sectors);
    return sectors * sector;
}

std::optional<double> space_overhead_percent(const std::string& directory,
                                             std::uint64_t device_size,
                                             const std::vector<std::string>& files) {
    struct statvfs room {};
    if (device_size == 0 || statvfs(directory.c_str(), &room) != 0) return std::nullopt;
    double data = 0;
    for (const auto& path : files) {
        struct stat file {};
        if (stat(path.c_str(), &file) != 0) return std::nullopt;
        constexpr double block = 512;
        data += std::min(static_cast<double>(file.st_size),
                         static_cast<double>(file.st_blocks) * block);
    }
    const auto whole = static_cast<double>(device_size);
    const double free = static_cast<double>(room.f_bavail) * static_cast<double>(room.f_frsize);
    const double percent = 100 * (whole - free - data) / whole;
    return percent > 0 ? std::optional(percent) : std::nullopt;
}

}  // namespace fstune::probes
