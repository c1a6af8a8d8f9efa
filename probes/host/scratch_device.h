// A device that may be destroyed. Only the Guard makes one, after all its checks, and whatever
// writes to a device takes one of these, never a path. Keeps the device open, so that its name and
// number cannot pass to another device while this lives.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "probes/host/block_devices.h"

namespace fstune::probes {

// What makes a device this device, wherever it is plugged in.
struct DeviceIdentity {
    std::string name;  // the kernel's
    DescriptorFacts descriptor;
    std::string serial, wwn;
    bool operator==(const DeviceIdentity&) const = default;
};

class ScratchDevice {
  public:
    ScratchDevice(ScratchDevice&&) = default;
    ScratchDevice& operator=(ScratchDevice&&) = default;

    std::string path() const { return "/dev/" + identity_.name; }  // the kernel's own, no link
    const std::string& name() const { return identity_.name; }
    const DeviceIdentity& identity() const { return identity_; }
    // What is no reason to refuse it, and yet good to know.
    const std::vector<std::string>& warnings() const { return warnings_; }

  private:
    friend class Guard;
    ScratchDevice(std::unique_ptr<PinnedDevice> pinned, DeviceIdentity identity)
        : pinned_(std::move(pinned)), identity_(std::move(identity)) {}

    std::unique_ptr<PinnedDevice> pinned_;
    DeviceIdentity identity_;
    std::set<std::string> accepted_;  // types of signatures that are our own
    std::vector<std::string> warnings_;
    bool must_clear_ = false;  // something lies on it that may be destroyed
};

}  // namespace fstune::probes
