// Reads the lines of filesystems and md out of a kernel log, with or without time stamps, "kernel:"
// prefixes and text around them.
//
// Source: kernel fs/ext4/super.c (__ext4_msg), fs/xfs/xfs_message.c, fs/btrfs/messages.c.
// Threads: safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fstune::knowledge {

struct KernelMessage {
    std::string filesystem;  // "ext4", "xfs", "btrfs", "f2fs"
    std::string level;       // "error", "warning", "info"; empty where the line has none
    std::string device;      // "sdX1"; empty where the line has none
    std::string text;
};

// Nothing where the line is no message of a filesystem.
std::optional<KernelMessage> kernel_message(std::string_view line);

}  // namespace fstune::knowledge
