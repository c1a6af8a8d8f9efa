// Reads `fdisk -l`.
//
// Units: bytes.
// Errors: bad_input, where no line begins "Disk /dev/…:". Threads: safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/error.h"

namespace fstune::knowledge {

struct FdiskPartition {
    std::string path;
    std::uint64_t start = 0, end = 0;  // sectors, as printed
};

struct FdiskDisk {
    std::string path, label;  // label: "gpt", "dos"
    std::uint64_t size = 0;
    std::uint64_t logical_block_size = 512, physical_block_size = 512;
    std::uint64_t minimum_io_size = 0, optimal_io_size = 0;
    std::vector<FdiskPartition> partitions;

    std::uint64_t start_bytes(const FdiskPartition& partition) const {
        return partition.start * logical_block_size;
    }
    // Bytes that the partition begins after a physical block.
    std::uint64_t off_by(const FdiskPartition& partition) const {
        return physical_block_size == 0 ? 0 : start_bytes(partition) % physical_block_size;
    }
};

Result<std::vector<FdiskDisk>> read_fdisk(std::string_view text);

}  // namespace fstune::knowledge
