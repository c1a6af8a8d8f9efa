// Reads `df -i` and `df -h`/`df`, one after the other or alone.
//
// Units: bytes for sizes.
// Threads: safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fstune::knowledge {

struct DfRow {
    std::string device, mount_point;
    std::uint64_t total = 0, used = 0, available = 0;  // inodes, or bytes
};

struct Df {
    std::vector<DfRow> inodes, space;
};

bool is_df(std::string_view text);
Df read_df(std::string_view text);

}  // namespace fstune::knowledge
