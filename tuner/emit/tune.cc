// What can be changed on a filesystem that is there already: tune2fs(8), xfs_admin(8).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "probes/host/process.h"
#include "tuner/emit/emitters.h"

namespace fstune::tuner {

namespace {

// tune2fs(8) 1.47, -O: those that a filesystem can gain and lose later.
constexpr auto ext_features = std::to_array<std::string_view>(
    {"has_journal", "dir_index", "dir_nlink", "ea_inode", "fast_commit", "huge_file", "large_dir",
     "large_file", "metadata_csum", "metadata_csum_seed", "orphan_file", "sparse_super"});

struct Split {
    std::string changed;             // to be given to the tool
    std::vector<std::string> fixed;  // needs mkfs
};

template <typename Changes>
Split split(const std::string& text, Changes changes) {
    Split parts;
    std::istringstream words(text);
    for (std::string word; std::getline(words, word, ',');)
        if (changes(word))
            parts.changed += (parts.changed.empty() ? "" : ",") + word;
        else
            parts.fixed.push_back(word);
    return parts;
}

bool ext_option_changes(const std::string& flag, const std::string& word) {
    if (flag == "-m") return true;
    if (flag == "-E") return word.starts_with("stride=") || word.starts_with("stripe_width=");
    if (flag != "-O") return false;
    const auto name = word.starts_with('^') ? word.substr(1) : word;
    return std::ranges::find(ext_features, name) != ext_features.end();
}

// xfs_admin -O only adds.
bool xfs_option_changes(const std::string& flag, const std::string& word) {
    return (flag == "-m" && (word == "bigtime=1" || word == "inobtcount=1")) ||
           (flag == "-i" && word == "nrext64=1");
}

struct Tool {
    std::vector<std::string> command;
    std::vector<std::string> fixed;
};

void add(Tool& tool, const std::string& filesystem, const std::string& flag,
         const std::string& text) {
    const bool ext = filesystem.starts_with("ext"), xfs = filesystem == "xfs";
    auto parts = split(text, [&](const std::string& word) {
        return ext ? ext_option_changes(flag, word) : xfs && xfs_option_changes(flag, word);
    });
    for (const auto& word : parts.fixed) tool.fixed.push_back(flag + " " + word);
    if (parts.changed.empty()) return;
    tool.command.push_back(ext ? flag : "-O");
    tool.command.push_back(parts.changed);
}

}  // namespace

std::string emit_tune(const Recommendation& recommendation) {
    const auto& filesystem = recommendation.filesystem;
    Tool tool;
    const auto options = mkfs_options(recommendation);
    for (std::size_t i = 0; i < options.size(); ++i) {
        if (i + 1 < options.size() && !options[i + 1].starts_with('-')) {
            add(tool, filesystem, options[i], options[i + 1]);
            ++i;
        } else {
            tool.fixed.push_back(options[i]);
        }
    }
    std::string text = fmt::format("# fstune: {} for {}, without making it anew\n", filesystem,
                                   recommendation.goal);
    if (!tool.command.empty()) {
        tool.command.insert(tool.command.begin(), filesystem == "xfs" ? "xfs_admin" : "tune2fs");
        tool.command.push_back(recommendation.device());
        text += "# unmounted, checked and backed up first\n" + probes::shell_quoted(tool.command) +
                "\n";
    } else {
        text += "# nothing of it is changed by tune2fs or xfs_admin\n";
    }
    for (const auto& one : tool.fixed) text += fmt::format("# needs mkfs: {}\n", one);
    if (const auto& mount = recommendation.lines.mount_options; !mount.empty())
        text += fmt::format("# mount options, in fstab or by remount: {}\n", mount);
    return text;
}

}  // namespace fstune::tuner
