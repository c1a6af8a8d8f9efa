// The defaults that mkfs and the kernel compute from the device.
// Units: as the parameter's. Errors: a name without a rule gives nothing.
// Source: e2fsprogs 1.47 (lib/ext2fs/mkjournal.c, Debian's mke2fs.conf), xfsprogs 6.1
// (mkfs/xfs_mkfs.c, libxfs/topology.c), each checked against the tool on loop devices;
// btrfs(5) 6.2; kernel fs/f2fs/super.c; jfs_mkfs(8) 1.1.15.
#pragma once

#include <optional>
#include <string>

#include "knowledge/device_facts.h"
#include "knowledge/value.h"

namespace fstune::knowledge {

std::optional<Value> default_by_rule(const std::string& rule, const DeviceFacts& device,
                                     const MachineFacts& machine);

}  // namespace fstune::knowledge
