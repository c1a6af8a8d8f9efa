// What a study recommends in the end, as it is kept in the study and as the emitters take it.
// Pure: nothing is measured or written here.
//
// Errors: bad_input, for a text that is no kept recommendation.
// Threads: safe.
#pragma once

#include <string>
#include <vector>

#include "knowledge/command_lines.h"
#include "knowledge/error.h"

namespace fstune::tuner {

struct Recommendation {
    std::string goal;               // "seq-read"
    std::string filesystem;         // "xfs"
    knowledge::CommandLines lines;  // production; the device is the last word of mkfs
    std::string disk, serial;       // for the udev rule: "sda"
    bool scratch = false;           // found on a scratch file, whose device is gone
    bool decided = true;            // false: the lines are defaults that nothing speaks for
    std::string reason;             // of the verdict
    std::string target = "/mnt/data";
    std::string uuid;  // of the filesystem, once it is made; empty: a placeholder

    const std::string& device() const { return lines.mkfs.back(); }
};

std::string to_kept(const Recommendation& recommendation);
Result<Recommendation> from_kept(const std::string& text);

// The words of mkfs that choose something: neither its name, nor the device, nor force and quiet.
std::vector<std::string> mkfs_options(const Recommendation& recommendation);

// The mount options with those that keep a missing data disk from stopping the boot.
std::string boot_options(const Recommendation& recommendation);

}  // namespace fstune::tuner
