// What fstune knows of a device without measuring it, for `fstune inspect`.
// Not for admission: the guard is asked again before anything is written.
//
// Effects: reads only. Opening the device needs root; without it what lies on it stays unknown.
// Errors: failed, for a device that is not there; usage, for a RAID that cannot be.
// Threads: one at a time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "knowledge/device_facts.h"
#include "knowledge/error.h"
#include "knowledge/geometry/layers.h"
#include "knowledge/starting_points.h"
#include "probes/host/block_devices.h"
#include "probes/host/files.h"
#include "probes/host/mounts.h"

namespace fstune::tuner {

struct Target {
    enum class Answer { yes, with_wipe, no, unknown };
    Answer answer = Answer::unknown;
    std::string reason;  // in the guard's words
};

struct Advice {
    std::string goal;
    knowledge::StartingPoint point;
    std::string mkfs, mount_options;  // as typed
    std::vector<std::string> queue;   // "read_ahead_kb=4096"
};

struct Inspection {
    knowledge::DeviceFacts device;
    std::string description;  // "md array md4", "LVM volume vg-home (dm-3)", "disk sda"
    std::string transport;    // "usb", "nvme", "" where not known
    knowledge::Layer layers;
    knowledge::Geometry geometry;
    std::optional<std::vector<probes::Signature>> signatures;  // none: could not be read
    std::string signatures_unknown;                            // why not
    std::vector<std::string> partitions, holders;
    Target target;
    std::vector<knowledge::GeometryWarning> warnings;
    std::vector<Advice> advice;
};

struct InspectSeams {
    const probes::Files& files;
    const probes::Mounts& mounts;
    const probes::BlockDevices& devices;
};

// `told`: the RAID that the user says is behind the device, for controllers that tell nothing.
Result<Inspection> inspect(const InspectSeams& seams, const std::string& path,
                           const knowledge::MachineFacts& machine,
                           const std::optional<knowledge::RaidDescription>& told);

}  // namespace fstune::tuner
