// What a stripe that was found in a superblock or a table is worth: shared by the kinds.
#pragma once

#include <cstdint>
#include <string_view>

#include "knowledge/diagnosis/finding.h"

namespace fstune::knowledge::diagnosis {

// data_disks, stride, stripe_width, su_bytes, sw
Values stripe_values(std::uint64_t chunk_bytes, std::uint64_t width_bytes,
                     std::uint64_t block_size);

// No array has such a chunk: not a power of two, or above 16 MiB.
bool is_no_chunk(std::uint64_t bytes);

}  // namespace fstune::knowledge::diagnosis
