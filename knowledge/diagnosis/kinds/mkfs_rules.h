// The rules of mkfs options, one file a family of filesystems.
//
// Source: mkfs.xfs(8) xfsprogs 6.1, mke2fs(8) e2fsprogs 1.47.0, mkfs.btrfs(8) btrfs-progs 6.2; each
// refusal was tried with these.
// Threads: safe.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "knowledge/diagnosis/context.h"
#include "knowledge/diagnosis/finding.h"

namespace fstune::knowledge::diagnosis {

using Words = std::vector<std::string_view>;

void check_mkfs_xfs(const Words& options, const Context& context, Findings& findings);
void check_mkfs_ext(std::string_view filesystem, const Words& options, const Context& context,
                    Findings& findings);
void check_mkfs_btrfs(const Words& options, Findings& findings);

// Blocks above the page or below the physical blocks of the device.
void check_block_size(std::string_view filesystem, std::uint64_t block, const Context& context,
                      Findings& findings);

}  // namespace fstune::knowledge::diagnosis
