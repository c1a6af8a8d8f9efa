#include "probes/meters/device_counters.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <fstream>

namespace fstune::probes {

DeviceCounters DeviceCounters::operator-(const DeviceCounters& earlier) const {
    return {reads - earlier.reads, bytes_read - earlier.bytes_read, writes - earlier.writes,
            bytes_written - earlier.bytes_written};
}

std::optional<DeviceCounters> read_device_counters(const std::string& device) {
    struct stat node {};
    if (stat(device.c_str(), &node) != 0 || !S_ISBLK(node.st_mode)) return std::nullopt;
    std::ifstream in(
        fmt::format("/sys/dev/block/{}:{}/stat", major(node.st_rdev), minor(node.st_rdev)));
    constexpr std::uint64_t sector = 512;
    std::uint64_t reads = 0, read_merges = 0, sectors_read = 0, read_ticks = 0;
    std::uint64_t writes = 0, write_merges = 0, sectors_written = 0;
    if (!(in >> reads >> read_merges >> sectors_read >> read_ticks >> writes >> write_merges >>
          sectors_written))
        return std::nullopt;
    return DeviceCounters{reads, sectors_read * sector, writes, sectors_written * sector};
}

}  // namespace fstune::probes
