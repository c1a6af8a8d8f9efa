// What a block device has done since it came, from the kernel's own counters.
// Units: bytes and requests.
// Source: kernel Documentation/block/stat.rst (sectors there are 512 bytes).
// Threads: safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace fstune::probes {

class Files;

struct DeviceCounters {
    std::uint64_t reads = 0, bytes_read = 0;
    std::uint64_t writes = 0, bytes_written = 0;
    std::uint64_t flushes = 0;    // of a write cache; the kernel counts them for whole disks only
    std::uint64_t in_flight = 0;  // at this moment; a difference keeps the later one

    std::uint64_t requests() const { return reads + writes; }
    std::uint64_t bytes() const { return bytes_read + bytes_written; }
    DeviceCounters operator-(const DeviceCounters& earlier) const;
};

// Nothing where the device is unknown or is no block device.
std::optional<DeviceCounters> read_device_counters(const std::string& device);
// By the kernel's name: "sda1".
std::optional<DeviceCounters> read_device_counters(const Files& files, const std::string& name);

}  // namespace fstune::probes
