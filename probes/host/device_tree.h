// How block devices are built upon each other, read from sysfs: disks, their partitions, and the
// devices (dm, md, bcache) that hold them. Names are the kernel's: "sda1", "dm-3".
//
// Errors: failed, for a device that sysfs does not know. Attributes that are absent are "".
// Threads: const use is safe.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "probes/host/files.h"

namespace fstune::probes {

class DeviceTree {
  public:
    explicit DeviceTree(const Files& files) : files_(files) {}

    Result<std::string> name_of(unsigned major, unsigned minor) const;
    bool exists(const std::string& name) const;
    bool is_array(const std::string& name) const;  // of md, active or not
    bool is_partition(const std::string& name) const;
    std::string whole_disk(const std::string& name) const;  // of a whole disk: itself
    std::vector<std::string> partitions(const std::string& name) const;
    std::vector<std::string> holders(const std::string& name) const;

    // The whole disks that the device stands on, through all layers; of a disk: itself.
    std::set<std::string> disks(const std::string& name) const;
    bool is_usb(const std::string& name) const;  // any of its disks

    // The device, its partitions, and all that is built upon any of them; for a partition also
    // what holds its whole disk.
    std::set<std::string> users(const std::string& name) const;

    // "/sys/class/block/NAME/PATH", trimmed.
    std::string attribute(const std::string& name, const std::string& path) const;
    std::string number(const std::string& name) const { return attribute(name, "dev"); }
    // "multipath map mpathm", "LVM volume vg-home", "encrypted volume luks-1", "md array md4", ...
    std::string description(const std::string& name) const;

  private:
    void add_disks(const std::string& name, std::set<std::string>& seen,
                   std::set<std::string>& found) const;
    void add_users(const std::string& name, std::set<std::string>& found) const;
    const Files& files_;
};

}  // namespace fstune::probes
