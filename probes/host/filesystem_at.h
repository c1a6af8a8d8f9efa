// The filesystem that holds a folder: what it is, what it stands on, how much room it has.
//
// Units: bytes. Errors: usage, where there is no such folder; failed. Threads: safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "knowledge/error.h"
#include "probes/host/mounts.h"

namespace fstune::probes {

struct FilesystemAt {
    std::string folder = {};  // without links and dots
    std::string type = {};    // "ext4"
    std::string source = {};  // as mounted: "/dev/sdb1", "tmpfs"
    std::string device = {};  // the block device below it; empty: none, or unknown
    std::string mount_point = {};
    std::string options = {};
    bool read_only = false;
    std::uint64_t free_bytes = 0;                   // for ordinary users
    std::optional<std::uint64_t> free_inodes = {};  // nothing: it does not count them
};

Result<FilesystemAt> filesystem_at(const std::string& folder, const Mounts& mounts);

}  // namespace fstune::probes
