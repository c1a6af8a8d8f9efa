// Reads the superblock as dumpe2fs -h and tune2fs -l print it.
//
// Units: bytes for sizes, blocks for stride and stripe width, as the file has them.
// Errors: bad_input, where features, block count or block size are missing.
// Source: e2fsprogs 1.47 lib/e2p/ls.c.
// Threads: safe.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "knowledge/error.h"

namespace fstune::knowledge {

struct ExtSuperblock {
    std::map<std::string, std::string> fields;  // every "Name: value"
    std::set<std::string> features;
    std::string program_version;  // "1.47.0" where a "tune2fs 1.47.0 (date)" line is there
    std::uint64_t block_size = 0, block_count = 0, free_blocks = 0;
    std::uint64_t inode_count = 0, free_inodes = 0, inode_size = 0;
    std::uint64_t cluster_size = 0;  // 0: no bigalloc
    std::uint64_t stride = 0, stripe_width = 0;
    std::uint64_t blocks_per_group = 0, descriptor_size = 0, reserved_gdt_blocks = 0;

    bool has(const std::string& feature) const { return features.contains(feature); }
    std::string filesystem() const;  // by its features: "ext2", "ext3", "ext4"
};

bool is_dumpe2fs(std::string_view text);
Result<ExtSuperblock> read_dumpe2fs(std::string_view text);

}  // namespace fstune::knowledge
