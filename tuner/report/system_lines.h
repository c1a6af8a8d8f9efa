// The lines that mount a recommendation and make it last: mount, /etc/fstab and a udev rule for the
// queue. Pure.
//
// Source: fstab(5), systemd.mount(5) (nofail, x-systemd.device-timeout), udev(7).
// Threads: safe.
#pragma once

#include <string>
#include <vector>

#include "knowledge/command_lines.h"

namespace fstune::tuner {

// Argv.
std::vector<std::string> mount_command(const std::string& device, const std::string& mount_options,
                                       const std::string& target);

// "UUID=<UUID> /mnt/data xfs noatime,nofail,x-systemd.device-timeout=10s 0 0". A data filesystem
// must not stop the boot: nofail, and fsck pass 0, because a failed fsck ends in the emergency
// shell whatever nofail says; XFS and btrfs have no fsck to run at boot anyway.
std::string fstab_line(const std::string& filesystem, const std::string& mount_options,
                       const std::string& target);

struct RuleDevice {
    std::string disk;    // kernel name: "sda"
    std::string serial;  // matched where known, because kernel names change
};
// Empty where nothing is set.
std::string udev_rule(const RuleDevice& device, const std::vector<knowledge::QueueSetting>& queue);

}  // namespace fstune::tuner
