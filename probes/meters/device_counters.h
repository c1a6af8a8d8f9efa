// What a block device has done since it came, from the kernel's own counters.
// Units: bytes and requests.
// Source: kernel Documentation/block/stat.rst (sectors there are 512 bytes).
// Threads: safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace fstune::probes {

struct DeviceCounters {
    std::uint64_t reads = 0, bytes_read = 0;
    std::uint64_t writes = 0, bytes_written = 0;
    DeviceCounters operator-(const DeviceCounters& earlier) const;
};

// Nothing where the device is unknown or is no block device.
std::optional<DeviceCounters> read_device_counters(const std::string& device);

}  // namespace fstune::probes
