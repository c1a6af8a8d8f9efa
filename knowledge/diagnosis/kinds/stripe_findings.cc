#include "knowledge/diagnosis/kinds/stripe_findings.h"

#include <bit>

namespace fstune::knowledge::diagnosis {

Values stripe_values(std::uint64_t chunk_bytes, std::uint64_t width_bytes,
                     std::uint64_t block_size) {
    if (chunk_bytes == 0 || block_size == 0) return {};
    const auto disks = whole(width_bytes / chunk_bytes);
    return {{"data_disks", disks},
            {"sw", disks},
            {"su_bytes", whole(chunk_bytes)},
            {"stride", whole(chunk_bytes / block_size)},
            {"stripe_width", whole(width_bytes / block_size)}};
}

bool is_no_chunk(std::uint64_t bytes) {
    constexpr std::uint64_t largest = std::uint64_t{16} << 20;
    return bytes != 0 && (!std::has_single_bit(bytes) || bytes > largest);
}

}  // namespace fstune::knowledge::diagnosis
