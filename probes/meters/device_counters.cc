#include "probes/meters/device_counters.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <array>
#include <sstream>

#include "probes/host/disk_files.h"

namespace fstune::probes {

namespace {

// Fields of the file, from 0; kernels before 5.5 have no flushes, before 4.18 no discards.
enum Field {
    reads = 0,
    sectors_read = 2,
    writes = 4,
    sectors_written = 6,
    in_flight = 8,
    flushes = 15
};
constexpr std::size_t all_fields = 17, first_fields = 11;

std::optional<DeviceCounters> parse(const std::string& text) {
    std::istringstream in(text);
    std::array<std::uint64_t, all_fields> fields{};
    std::size_t read = 0;
    while (read < fields.size() && in >> fields[read]) ++read;
    if (read < first_fields) return std::nullopt;
    constexpr std::uint64_t sector = 512;
    return DeviceCounters{fields[reads],   fields[sectors_read] * sector,
                          fields[writes],  fields[sectors_written] * sector,
                          fields[flushes], fields[in_flight]};
}

}  // namespace

DeviceCounters DeviceCounters::operator-(const DeviceCounters& earlier) const {
    return {reads - earlier.reads,     bytes_read - earlier.bytes_read,
            writes - earlier.writes,   bytes_written - earlier.bytes_written,
            flushes - earlier.flushes, in_flight};
}

std::optional<DeviceCounters> read_device_counters(const std::string& device) {
    struct stat node {};
    if (stat(device.c_str(), &node) != 0 || !S_ISBLK(node.st_mode)) return std::nullopt;
    const auto text = DiskFiles().read(
        fmt::format("/sys/dev/block/{}:{}/stat", major(node.st_rdev), minor(node.st_rdev)));
    return text ? parse(*text) : std::nullopt;
}

std::optional<DeviceCounters> read_device_counters(const Files& files, const std::string& name) {
    const auto text = files.read("/sys/class/block/" + name + "/stat");
    return text ? parse(*text) : std::nullopt;
}

}  // namespace fstune::probes
