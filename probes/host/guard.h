// Decides whether a device may be destroyed. Never leans on mkfs to stop: mkfs.ext4 without a
// terminal overwrites other filesystems and swap unasked.
//
// Errors: refused, with each reason and what would satisfy it; failed, where the device is gone or
// cannot be read (then it is not known to be free, and is not touched either).
// Effects: reads only, but for clear().
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "probes/host/block_devices.h"
#include "probes/host/files.h"
#include "probes/host/mounts.h"
#include "probes/host/scratch_device.h"
#include "probes/host/usage.h"

namespace fstune::probes {

struct GuardOptions {
    bool wipe = false;  // consent to destroy what is found, never what is in use
    std::uint64_t minimum_size = std::uint64_t{64} << 20;
};

class Guard {
  public:
    Guard(const Files& files, const Mounts& mounts, const BlockDevices& devices)
        : files_(files), mounts_(mounts), devices_(devices) {}

    Result<ScratchDevice> admit(const std::string& path, const GuardOptions& options) const;

    // Removes the signatures and partitions that admit() had consent for. Once, after the device is
    // locked against a second fstune.
    Result<void> clear(ScratchDevice& device) const;

    // Right before each mkfs: the same device still, nobody has begun to use it, and nothing lies
    // on it but what was accepted or made by us.
    Result<void> check_again(const ScratchDevice& device) const;

    // From now on this filesystem's signatures are our own.
    static void expect(ScratchDevice& device, const std::string& filesystem);

  private:
    Result<DeviceIdentity> identify(const PinnedDevice& device) const;
    Result<std::vector<std::string>> reasons_in_use(const std::string& name,
                                                    const PinnedDevice& device) const;
    OpenElsewhere settled_openers(const std::string& name) const;
    Error refuse_unopened(const std::string& path, const Error& error) const;
    Result<bool> soon_free(const PinnedDevice& device) const;

    const Files& files_;
    const Mounts& mounts_;
    const BlockDevices& devices_;
};

}  // namespace fstune::probes
