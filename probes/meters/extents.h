// How many pieces files lie in: a metric without noise, in which a missing preallocation shows at
// once on any device.
// Source: FIEMAP ioctl, kernel Documentation/filesystems/fiemap.rst.
// Threads: safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fstune::probes {

struct Extents {
    double per_file = 0;
    double mean_bytes = 0;
    bool encoded = false;  // compressed or encrypted: a byte of a file is less than one on the disk
};

// Nothing where the filesystem does not tell.
std::optional<Extents> extents_of(const std::vector<std::string>& paths);

}  // namespace fstune::probes
