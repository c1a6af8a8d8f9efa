// Command lines: mkfs, mount, fio; and one line of mount options.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "knowledge/diagnosis/kinds/fio_options.h"
#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/diagnosis/kinds/mkfs_command.h"
#include "knowledge/diagnosis/mount_options/check.h"
#include "knowledge/diagnosis/mount_options/table.h"
#include "knowledge/readers/fstab.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge::diagnosis {

namespace {

constexpr std::size_t longest_command = 4096;

// The words of a line that someone types, without prompt and sudo.
Words command_words(std::string_view line) {
    if (line.size() > longest_command) return {};
    auto words = split_words(line);
    while (!words.empty() && (words[0] == "$" || words[0] == "sudo" || words[0] == "+"))
        words.erase(words.begin());
    if (words.size() > 1 && words[0] == "#" &&
        (words[1].starts_with("mkfs") || words[1] == "mount" || words[1] == "mke2fs"))
        words.erase(words.begin());
    if (!words.empty() && words[0].starts_with('#')) return {};
    return words;
}

bool is_mount(const Words& words) {
    return words.size() >= 3 && words[0].substr(words[0].rfind('/') + 1) == "mount" &&
           std::ranges::find(words, "-o") != words.end();
}

std::size_t known_options(const FilesystemOptions& fs, const std::vector<std::string>& options) {
    return static_cast<std::size_t>(std::ranges::count_if(options, [&](const auto& option) {
        return !is_generic_option(option_name(option)) &&
               find_option(fs, option_name(option)) != nullptr;
    }));
}

// The filesystem whose options these are, where they tell it: the one that knows the most; ext4
// for those of the ext family.
std::string owner_of(const std::vector<std::string>& options) {
    std::string owner;
    std::size_t most = 0;
    bool alone = true;
    for (const auto& fs : filesystem_options()) {
        const auto known = known_options(fs, options);
        if (known == 0 || known < most) continue;
        const bool family = owner == "ext4" && fs.filesystem.starts_with("ext");
        if (known > most)
            owner = fs.filesystem, most = known, alone = true;
        else if (!family && fs.filesystem != "reiserfs" && fs.filesystem != "jfs")
            alone = false;
    }
    return alone ? owner : std::string();
}

void check_mount(const Words& words, const Context& context, const std::string& made,
                 Findings& findings) {
    MountOptions mount;
    mount.subject = std::string(words.back());
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (words[i] == "-t") mount.filesystem = words[i + 1];
        if (words[i] == "-o")
            for (auto& option : split_options(words[i + 1]))
                mount.options.push_back(std::move(option));
    }
    if (mount.filesystem.empty()) mount.filesystem = context.filesystem;
    if (mount.filesystem.empty()) mount.filesystem = made;
    if (mount.filesystem.empty()) mount.filesystem = owner_of(mount.options);
    mount.remount = std::ranges::find(mount.options, "remount") != mount.options.end();
    mount.root = words.back() == "/";
    auto report = check_mount_options(mount, context);
    findings.insert(findings.end(), report.findings.begin(), report.findings.end());
}

bool recognises(std::string_view text) {
    return any_line(text,
                    [](std::string_view line) {
                        const auto words = command_words(line);
                        return !mkfs_command(words).filesystem.empty() || is_mount(words);
                    }) ||
           (text.find('{') == text.npos && has_fio_options(text));
}

void learn(std::string_view text, Context& context) {
    learn_sectors(text, context);
    learn_tools(text, context);
}

// A benchmark in the same script measures what mkfs left to do in the background.
bool has_benchmark(std::string_view text) {
    return any_line(text, [](std::string_view line) {
        const auto words = command_words(line);
        if (words.empty()) return false;
        const auto name = words[0].substr(words[0].rfind('/') + 1);
        constexpr auto benchmarks = std::to_array<std::string_view>(
            {"fio", "bonnie++", "dbench", "tiobench", "iozone", "fs_mark", "filebench"});
        return std::ranges::find(benchmarks, name) != benchmarks.end();
    });
}

void examine(std::string_view text, const Context& given, Findings& findings) {
    auto context = given;
    const bool fio = text.find('{') == text.npos && has_fio_options(text);
    if (context.workload.empty() && has_benchmark(text) && text.find("noinit_itable") == text.npos)
        context.workload = "probe";
    std::string made;  // by the last mkfs
    for_each_line(text, [&](std::string_view line) {
        if (findings.size() > 1000) return;
        const auto words = command_words(line);
        const auto mkfs = mkfs_command(words);
        if (!mkfs.filesystem.empty()) check_mkfs(mkfs, words, context, findings);
        if (!mkfs.filesystem.empty()) made = mkfs.filesystem;
        if (is_mount(words)) check_mount(words, context, made, findings);
    });
    if (fio) check_fio_options(text, given, findings);
}

// "nodatacow,compress=zstd": one line of known options. The filesystem is --fs, or the only one
// that takes them all.
std::string_view only_line(std::string_view text) {
    std::string_view one;
    int lines = 0;
    for_each_line(text, [&](std::string_view line) {
        if (!trim(line).empty()) one = trim(line), ++lines;
    });
    return lines == 1 && one.size() < 4096 ? one : std::string_view{};
}

bool is_mount_options(std::string_view text) {
    const auto line = only_line(text);
    if (line.empty() || line.find_first_of(" \t{") != line.npos) return false;
    const auto options = split_options(line);
    return !options.empty() && std::ranges::any_of(options, [](const auto& option) {
        const auto name = option_name(option);
        return is_generic_option(name) || !owner_of({std::string(name)}).empty();
    });
}

void examine_mount_options(std::string_view text, const Context& context, Findings& findings) {
    MountOptions mount;
    mount.subject = "mount options";
    mount.options = split_options(only_line(text));
    mount.filesystem = context.filesystem.empty() ? owner_of(mount.options) : context.filesystem;
    auto report = check_mount_options(mount, context);
    findings.insert(findings.end(), report.findings.begin(), report.findings.end());
}

}  // namespace

Kind command_kind() {
    return {"command", "mkfs, mount or fio command lines", recognises, learn, examine};
}
Kind mount_options_kind() {
    return {"mount-options", "one line of mount options", is_mount_options,
            nullptr,         examine_mount_options,       true};
}

}  // namespace fstune::knowledge::diagnosis
