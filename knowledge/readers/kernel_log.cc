#include "knowledge/readers/kernel_log.h"

#include <array>

#include "knowledge/readers/text.h"

namespace fstune::knowledge {

namespace {

struct Tag {
    std::string_view text, filesystem;
};

constexpr auto tags = std::to_array<Tag>({{"EXT4-fs", "ext4"},
                                          {"EXT3-fs", "ext3"},
                                          {"EXT2-fs", "ext2"},
                                          {"BTRFS", "btrfs"},
                                          {"XFS", "xfs"},
                                          {"F2FS-fs", "f2fs"},
                                          {"xfs:", "xfs"},
                                          {"btrfs:", "btrfs"},
                                          {"ext4:", "ext4"}});

constexpr auto levels = std::to_array<std::string_view>(
    {"error", "warning", "info", "critical", "notice", "alert", "emerg"});

// "(device sdX1): text", "(sda6): text", ": text"
bool take_device(std::string_view& rest, std::string& device) {
    rest = trim(rest);
    if (rest.starts_with('(')) {
        const auto close = rest.find(')');
        if (close == std::string_view::npos) return false;
        auto inside = rest.substr(1, close - 1);
        if (inside.starts_with("device ")) inside.remove_prefix(7);
        device = inside.substr(0, inside.find_first_of(" :"));
        rest.remove_prefix(close + 1);
    }
    if (!rest.starts_with(':')) return false;
    rest = trim(rest.substr(1));
    return true;
}

std::optional<KernelMessage> message_after(const Tag& tag, std::string_view rest) {
    KernelMessage message;
    message.filesystem = tag.filesystem;
    if (tag.text.ends_with(':')) {
        message.text = trim(rest);
        // "xfs: Unknown parameter 'nobarrier'" is the only form without a device that matters.
        if (message.text.find("nknown parameter") == std::string::npos) return std::nullopt;
        return message;
    }
    rest = trim(rest);
    for (const auto level : levels)
        if (rest.starts_with(level)) {
            message.level = level;
            rest = trim(rest.substr(level.size()));
            break;
        }
    if (!take_device(rest, message.device)) return std::nullopt;
    message.text = rest;
    return message;
}

}  // namespace

std::optional<KernelMessage> kernel_message(std::string_view line) {
    for (const auto& tag : tags) {
        const auto at = line.find(tag.text);
        if (at == std::string_view::npos) continue;
        if (at > 0 && std::isalnum(static_cast<unsigned char>(line[at - 1])) != 0) continue;
        if (auto message = message_after(tag, line.substr(at + tag.text.size()))) return message;
    }
    return std::nullopt;
}

}  // namespace fstune::knowledge
