// Reads sysfs values as people paste them: `path=value`, one a line or several, with or without
// "/sys/block/NAME/" before the path and a "device=NAME" line above.
//
// Errors: bad_input, where no known sysfs file is named. Threads: safe.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/device_facts.h"
#include "knowledge/error.h"

namespace fstune::knowledge {

// The values of one device, or of one line of a comparison ("before ...", "after ...").
struct SysfsValues {
    std::string device;                         // "sdU"; empty where not told
    std::string label;                          // what the line began with: "before"
    std::map<std::string, std::string> values;  // "queue/rotational" -> "1", "kernel" -> "6.17"

    std::string value(const std::string& path) const;  // "" where absent
    DeviceFacts facts() const;
};

Result<std::vector<SysfsValues>> read_sysfs_values(std::string_view text);

// "none [mq-deadline] kyber": all that are listed, and the one in brackets as the one in use.
void read_scheduler(std::string_view text, QueueFacts& queue);

}  // namespace fstune::knowledge
