// Reads `blkid`: one device a line, each value by its own key, so that an absent one shifts none.
//
// Errors: bad_input, where no line is one of blkid. Threads: safe.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/error.h"

namespace fstune::knowledge {

struct BlkidDevice {
    std::string path;
    std::map<std::string, std::string> values;  // by key: "UUID", "TYPE", "PTUUID"
};

Result<std::vector<BlkidDevice>> read_blkid(std::string_view text);

}  // namespace fstune::knowledge
