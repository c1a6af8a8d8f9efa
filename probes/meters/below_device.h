// What a block device stands on: arrays and mappings, down to the disks; for a loop device the disk
// that holds its file. Names are the kernel's: "sda1", "md0".
// Not for what is built upon a device (probes/host/device_tree.h).
//
// Threads: safe.
#pragma once

#include <string>
#include <vector>

#include "probes/host/files.h"

namespace fstune::probes {

// The part of a disk that belongs to the device.
struct DiskPart {
    std::string disk;
    std::string part;  // a partition, or the disk itself
    bool operator==(const DiskPart&) const = default;
};

struct BelowDevice {
    std::string name;                 // the device itself
    std::vector<std::string> arrays;  // md arrays, itself included
    std::vector<DiskPart> disks;      // at the bottom; a disk may come twice, with other parts
    std::string backing_disk;         // of a loop device's file; empty: none, or unknown
    bool backing_cached = false;      // the file is read and written through the page cache
};

BelowDevice below_device(const Files& files, const std::string& name,
                         const std::string& backing_number = "");

// As "7:3" for "/dev/loop3"'s file on that device; empty: no loop device, or unknown.
std::string backing_number(const std::string& device);

}  // namespace fstune::probes
