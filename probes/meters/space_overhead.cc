#include "probes/meters/space_overhead.h"

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

std::optional<double> space_overhead_percent(std::uint64_t free, std::uint64_t device_size) {
    if (device_size == 0 || free == 0 || free >= device_size) return std::nullopt;
    return 100 * (1 - static_cast<double>(free) / static_cast<double>(device_size));
}

}  // namespace fstune::probes
