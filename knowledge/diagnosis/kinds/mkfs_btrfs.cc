#include <fmt/format.h>

#include <algorithm>

#include "knowledge/diagnosis/kinds/mkfs_rules.h"
#include "knowledge/readers/text.h"
#include "knowledge/units.h"

namespace fstune::knowledge::diagnosis {

namespace {

std::string_view value_after(const Words& words, std::string_view letter, std::string_view name) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if ((words[i] == letter || words[i] == name) && i + 1 < words.size()) return words[i + 1];
        const auto equals = words[i].find('=');
        if (equals != words[i].npos && words[i].substr(0, equals) == name)
            return words[i].substr(equals + 1);
    }
    return {};
}

std::size_t devices_in(const Words& words) {
    return static_cast<std::size_t>(std::ranges::count_if(
        words, [](auto w) { return w.starts_with("/dev/") || w.starts_with("$"); }));
}

// mkfs.btrfs(8), PROFILES: the least devices of each.
std::size_t least_devices(std::string_view profile) {
    const auto name = to_lower(profile);
    if (name == "raid1c3" || name == "raid6") return 3;
    if (name == "raid1c4") return 4;
    return name.starts_with("raid") ? 2 : 1;
}

}  // namespace

void check_mkfs_btrfs(const Words& options, Findings& findings) {
    const auto metadata = value_after(options, "-m", "--metadata"),
               data = value_after(options, "-d", "--data");
    if (metadata.empty())
        findings.push_back(finding(
            "metadata-profile-not-given", "mkfs.btrfs",
            "the default metadata profile changed: on one SSD single before btrfs-progs 5.15, dup "
            "since",
            "give -m explicitly when comparing; single only with consent"));
    const auto devices = devices_in(options);
    for (const auto profile : {metadata, data})
        if (devices > 0 && devices < least_devices(profile))
            findings.push_back(
                finding("mkfs-refused", "mkfs.btrfs",
                        fmt::format("profile {} needs {} devices, and {} given", profile,
                                    least_devices(profile), devices == 1 ? "one is" : "fewer are"),
                        "add devices, or use dup or single"));
    if (metadata == "single")
        findings.push_back(finding("unsafe-profile", "-m",
                                   "metadata once only: one bad block can lose the filesystem",
                                   "use -m dup unless the data may be lost"));
    const auto node = parse_size(value_after(options, "-n", "--nodesize"));
    if (node && *node > 65536)
        findings.push_back(
            finding("mkfs-refused", "-n",
                    fmt::format("a node of {} is above the most, 64 KiB", format_size(*node)),
                    "use 16k (the default) to 64k"));
}

}  // namespace fstune::knowledge::diagnosis
