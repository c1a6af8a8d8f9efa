#include "knowledge/diagnosis/kinds/mkfs_command.h"

#include <algorithm>
#include <array>

#include "knowledge/diagnosis/kinds/mkfs_rules.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge::diagnosis {

namespace {

bool is_filesystem(std::string_view name) {
    constexpr auto names = std::to_array<std::string_view>(
        {"ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "nilfs2", "jfs", "reiserfs", "vfat"});
    return std::ranges::find(names, name) != names.end();
}

// "mkfs_opts_xfs", "xfs"
std::string filesystem_in(std::string_view word) {
    while (!word.empty()) {
        const auto end = std::min(word.find_first_of("_-.=:"), word.size());
        if (is_filesystem(word.substr(0, end))) return std::string(word.substr(0, end));
        word.remove_prefix(std::min(end + 1, word.size()));
    }
    return {};
}

// "osd mkfs options xfs = -f -i size=2048", "mkfs_opts_xfs = -f"
MkfsCommand configured(const Words& words) {
    const auto first_option =
        std::ranges::find_if(words, [](auto w) { return w.size() == 2 && w[0] == '-'; });
    if (first_option == words.end() || first_option - words.begin() > 6) return {};
    bool mkfs = false;
    MkfsCommand command;
    for (auto word = words.begin(); word != first_option; ++word) {
        mkfs |= to_lower(word->substr(0, 64)).find("mkfs") != std::string::npos;
        if (auto name = filesystem_in(to_lower(word->substr(0, 64))); !name.empty())
            command.filesystem = std::move(name);
    }
    if (!mkfs || command.filesystem.empty()) return {};
    command.options = static_cast<std::size_t>(first_option - words.begin());
    return command;
}

std::string type_after(const Words& words, std::size_t at) {
    for (auto i = at + 1; i + 1 < words.size(); ++i)
        if (words[i] == "-t") return std::string(words[i + 1]);
    return {};
}

}  // namespace

MkfsCommand mkfs_command(const Words& words) {
    if (std::ranges::any_of(words, [](auto w) { return w.starts_with("says") || w == "Usage:"; }))
        return {};
    for (std::size_t at = 0; at + 1 < words.size(); ++at) {
        const auto word = words[at].substr(words[at].rfind('/') + 1);
        if (word.starts_with("mkfs.") && word.size() > 5 && word.size() < 16 &&
            !word.ends_with(':'))
            return {std::string(word.substr(5)), at + 1};
        // "mke2fs 1.47.0 (5-Feb-2023)" is its version.
        if (word == "mke2fs" && !version_of(words[at + 1])) {
            const auto type = type_after(words, at);
            return {type.empty() ? "ext2" : type, at + 1};
        }
        if (word == "mkfs")
            if (const auto type = type_after(words, at); is_filesystem(type)) return {type, at + 1};
    }
    return configured(words);
}

void check_mkfs(const MkfsCommand& command, const Words& words, const Context& context,
                Findings& findings) {
    const Words options(words.begin() + static_cast<std::ptrdiff_t>(command.options), words.end());
    const auto& fs = command.filesystem;
    const std::string_view force = fs.starts_with("ext") ? "-F" : "-f";
    if (std::ranges::any_of(options, [&](auto w) { return w == force || w == "--force"; }))
        findings.push_back(finding(
            "force-removes-last-guard", "mkfs." + fs,
            "with force, mkfs no longer stops at what is on the device (mkfs.ext4 without a "
            "terminal does not stop even without it)",
            "force only after own checks: mounts, holders, signatures, partition table, swap, "
            "read-only"));
    if (fs == "xfs") check_mkfs_xfs(options, context, findings);
    if (fs.starts_with("ext")) check_mkfs_ext(fs, options, context, findings);
    if (fs == "btrfs") check_mkfs_btrfs(options, findings);
}

}  // namespace fstune::knowledge::diagnosis
