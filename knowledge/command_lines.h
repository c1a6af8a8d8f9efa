// Turns a configuration into what is typed: the mkfs command, mount options, queue settings; and
// what is read back into a list of what was not taken. Pure: nothing is run here.
//
// Errors: usage, for a parameter that does not exist or whose conditions do not hold; unsupported,
// for values that contradict each other (knowledge/constraints.h), which no mkfs or mount would
// take.
// Threads: safe.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "knowledge/configuration.h"
#include "knowledge/error.h"
#include "knowledge/parameter.h"

namespace fstune::knowledge {

// probe: with lazy initialisation and discard off, so that the probe measures nothing of mkfs.
// production: what a person types.
enum class Purpose { probe, production };

struct QueueSetting {
    std::string attribute;  // below /sys/block/DEV/queue: "read_ahead_kb"
    std::string value;
};

struct CommandLines {
    std::vector<std::string> mkfs;    // argv, the device last
    std::string mount_options;        // "" or "noatime,logbsize=256k"
    std::vector<QueueSetting> queue;  // in the order to write them
};

Result<CommandLines> command_lines(const std::vector<Parameter>& parameters,
                                   const Configuration& configuration, const std::string& device,
                                   Purpose purpose);

// The command (it reads only) whose output shows what mkfs made; run after mount.
std::vector<std::string> superblock_command(const std::string& filesystem,
                                            const std::string& device,
                                            const std::string& mount_point);

struct ReadBack {
    std::string mount_options;                 // as /proc/mounts shows them
    std::string superblock;                    // output of superblock_command()
    std::map<std::string, std::string> queue;  // attribute -> text of the file
};

// One sentence for each value that was asked for and not taken; empty: all applied.
std::vector<std::string> not_applied(const std::vector<Parameter>& parameters,
                                     const Configuration& configuration, const ReadBack& read_back);

}  // namespace fstune::knowledge
