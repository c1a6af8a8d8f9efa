// Block devices opened and asked, for the guard: who a device is, what lies on it, whether someone
// else holds it. What sysfs tells is in device_tree.h.
//
// Effects: none but wipe_signatures(). Everything else is opened for reading only.
// Errors: failed with the system's reason; bad_input for what is not a block device.
// Threads: one at a time a device.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "knowledge/error.h"

namespace fstune::probes {

struct DeviceNumber {
    unsigned major = 0, minor = 0;
    bool operator==(const DeviceNumber&) const = default;
};

// Asked of the descriptor, never of a name.
struct DescriptorFacts {
    DeviceNumber number;
    std::uint64_t size = 0;     // bytes
    std::uint64_t diskseq = 0;  // the kernel never gives one twice; 0 before Linux 5.15
    bool operator==(const DescriptorFacts&) const = default;
};

// What libblkid knows by its mark: "xfs" is a filesystem, "LVM2_member" a raid, "dos" a
// partition table.
struct Signature {
    enum class Kind { filesystem, member, crypto, partition_table, other };
    std::string type;
    Kind kind = Kind::other;
    bool operator==(const Signature&) const = default;
};

// A device held open: as long as this lives the kernel gives neither its number nor its name to
// another device.
class PinnedDevice {
  public:
    virtual ~PinnedDevice() = default;
    virtual Result<DescriptorFacts> facts() const = 0;
    // False while a filesystem, swap, another layer or a careful program holds it, in whichever
    // mount namespace.
    virtual Result<bool> free_for_exclusive_use() const = 0;
    virtual Result<std::vector<Signature>> signatures() const = 0;
    // Removes every mark that signatures() finds, and the kernel's partitions with them.
    virtual Result<void> wipe_signatures() = 0;
};

// The file behind a loop device, by inode, so that neither a link nor a rename hides it.
struct LoopBacking {
    std::string loop;  // "loop3"
    std::string file;  // as the kernel names it
    std::uint64_t device = 0, inode = 0;
    DeviceNumber block_device;  // 0:0 where the file is no block device itself

    bool same_file(const LoopBacking& other) const {
        return device == other.device && inode == other.inode;
    }
};

// A process that has a block device open, with O_EXCL or without.
struct Opener {
    int process = 0;
    std::string command;  // "postgres"
    DeviceNumber device;
    bool writes = false;  // opened for writing
};

class BlockDevices {
  public:
    virtual ~BlockDevices() = default;
    virtual Result<std::unique_ptr<PinnedDevice>> pin(const std::string& path) const = 0;
    virtual Result<std::vector<LoopBacking>> loops() const = 0;  // those in use
    // Why the file must not be written to: it is swap, or locked by a process. Empty: nothing seen.
    virtual std::optional<std::string> file_in_use(const LoopBacking& backing) const = 0;
    // Who else has one of these open; without root only what this user may see. One a process and
    // device.
    virtual std::vector<Opener> openers(const std::vector<DeviceNumber>& devices) const = 0;
};

}  // namespace fstune::probes
