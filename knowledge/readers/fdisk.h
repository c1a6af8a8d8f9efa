// Reads `fdisk -l`, `sfdisk -d` and `parted print` in any unit.
//
// Units: bytes. parted rounds, and a start is taken as the physical block that it may stand for.
// Errors: bad_input, where no disk is named. Threads: safe.
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
    bool physical_told = true;  // else taken as 4096, which sfdisk does not print
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
