// Reads what xfs_info, mkfs.xfs and mkfs.xfs -N print, with the messages of mkfs before it.
//
// Units: blocks for sunit, swidth and agsize, bytes for sizes, as the file has them.
// Source: xfsprogs 6.1 libfrog/fsgeom.c.
// Threads: safe.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fstune::knowledge {

struct XfsInfo {
    std::string device;
    // "data.bsize" -> "4096", "log.sunit" -> "8", "meta-data.crc" -> "1"
    std::map<std::string, std::string> values;
    std::vector<std::string> messages;  // lines of mkfs that are no part of the table

    bool complete() const;                               // the table is there
    std::uint64_t number(const std::string& key) const;  // 0 where absent
    std::optional<std::string> text(const std::string& key) const;
};

bool is_xfs_info(std::string_view text);
XfsInfo read_xfs_info(std::string_view text);

}  // namespace fstune::knowledge
