#include "knowledge/catalogue/tools.h"

#include <map>

#include "knowledge/command_lines.h"

namespace fstune::knowledge {

std::vector<std::string> plain_mkfs(const std::string& filesystem) {
    static const std::map<std::string, std::vector<std::string>> quiet_and_forced = {
        {"ext2", {"-q", "-F"}},   {"ext3", {"-q", "-F"}},  {"ext4", {"-q", "-F"}},
        {"xfs", {"-f"}},          {"btrfs", {"-q", "-f"}}, {"f2fs", {"-q", "-f"}},
        {"nilfs2", {"-q", "-f"}}, {"jfs", {"-q"}},         {"reiserfs", {"-q", "-f", "-f"}}};
    std::vector<std::string> command{"mkfs." + filesystem};
    if (const auto found = quiet_and_forced.find(filesystem); found != quiet_and_forced.end())
        command.insert(command.end(), found->second.begin(), found->second.end());
    return command;
}

std::vector<MkfsOption> probe_options(const std::string& filesystem) {
    const MkfsOption eager{"-E", "lazy_itable_init=0,lazy_journal_init=0,nodiscard"};
    const MkfsOption keep{"-K", ""};
    static const std::map<std::string, std::vector<MkfsOption>> options = {
        {"ext2", {eager}}, {"ext3", {eager}},  {"ext4", {eager}},      {"xfs", {keep}},
        {"btrfs", {keep}}, {"nilfs2", {keep}}, {"f2fs", {{"-t", "0"}}}};
    const auto found = options.find(filesystem);
    return found == options.end() ? std::vector<MkfsOption>{} : found->second;
}

std::vector<std::string> superblock_command(const std::string& filesystem,
                                            const std::string& device,
                                            const std::string& mount_point) {
    if (filesystem.starts_with("ext")) return {"dumpe2fs", "-h", device};
    if (filesystem == "xfs") return {"xfs_info", mount_point};
    if (filesystem == "btrfs") return {"btrfs", "inspect-internal", "dump-super", "-f", device};
    return {};
}

}  // namespace fstune::knowledge
