// Arrays as someone describes them: "level=6 raid_disks=8 chunk_bytes=65536", tables of
// topologies, sector sizes of members.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "knowledge/diagnosis/kinds/device_findings.h"
#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/geometry/io_hints.h"
#include "knowledge/geometry/raid.h"
#include "knowledge/readers/text.h"
#include "knowledge/units.h"

namespace fstune::knowledge::diagnosis {

namespace {

std::optional<std::uint64_t> number_after(std::string_view line, std::string_view key) {
    const auto value = value_of(line, key);
    return value ? number_of<std::uint64_t>(*value) : std::nullopt;
}

bool describes_raid(std::string_view line) {
    return !is_comment(line) && value_of(line, "level") &&
           (value_of(line, "raid_disks") || value_of(line, "total_disks") ||
            value_of(line, "disks") || value_of(line, "controller"));
}

std::uint64_t chunk_of(std::string_view line) {
    for (const auto* key : {"chunk_bytes", "strip_bytes", "su_bytes"})
        if (const auto bytes = number_after(line, key)) return *bytes;
    for (const auto* key : {"chunk_kib", "strip_kib", "chunk_kb", "strip_kb"})
        if (const auto kib = number_after(line, key)) return times(*kib, 1024);
    for (const auto* key : {"chunk", "strip", "strip_size"})
        if (const auto text = value_of(line, key))
            if (const auto size = parse_size(*text)) return *size;
    return 0;
}

void examine_raid_line(std::string_view line, Findings& findings) {
    RaidDescription raid;
    raid.level = value_of(line, "level").value_or("");
    for (const auto* key : {"raid_disks", "total_disks", "disks"})
        if (const auto count = number_after(line, key); count && *count < 100000)
            raid.disks = static_cast<int>(*count);
    for (const auto* key : {"spans", "span_depth"})
        if (const auto count = number_after(line, key); count && *count < 1000)
            raid.spans = static_cast<int>(*count);
    raid.chunk = chunk_of(line);
    if (const auto layout = value_of(line, "layout"))
        if (const auto copies = near_copies_of(std::string(*layout))) raid.near_copies = *copies;
    std::string name(
        value_of(line, "array").value_or(value_of(line, "controller").value_or("array")));
    if (const auto layout = value_of(line, "layout")) name += fmt::format(" {}", *layout);
    if (raid.chunk == 0 || raid.disks == 0) {
        findings.push_back(finding(
            "geometry-unknown", name,
            "the number of disks or the chunk is not told, and hardware RAID gives no hints",
            "ask the controller for level, disks and strip; do not guess"));
        return;
    }
    if (const auto geometry = geometry_of(raid))
        add_geometry(name, *geometry, findings);
    else
        add_cut_off(name, geometry.error(), findings);
}

bool is_raid_description(std::string_view text) {
    return any_line(text, [](std::string_view line) { return describes_raid(line); });
}

void examine_raid(std::string_view text, const Context&, Findings& findings) {
    for_each_line(text, [&](std::string_view line) {
        if (describes_raid(line) && findings.size() < 1000) examine_raid_line(line, findings);
    });
}

// The columns of a table of topologies, by the words of its header.
struct Columns {
    int logical = -1, physical = -1, minimum = -1, optimal = -1, offset = -1;
    bool complete() const { return physical >= 0 && minimum >= 0 && optimal >= 0; }
};

// The cells of a row: by blanks, or by the commas of a CSV; without the lines of lsblk's tree.
std::vector<std::string_view> cells_of(std::string_view line) {
    auto words = split_words(line);
    if (!words.empty() && words[0] == "#") words.erase(words.begin());
    if (words.size() == 1 && words[0].find(',') != words[0].npos) return split(words[0], ',');
    const auto is_tree = [](std::string_view word) {
        return std::ranges::none_of(
            word, [](unsigned char c) { return std::isalnum(c) != 0 && c < 0x80; });
    };
    while (words.size() > 1 && is_tree(words[0])) words.erase(words.begin());
    if (!words.empty())
        while (words[0].size() > 1 && (static_cast<unsigned char>(words[0][0]) >= 0x80 ||
                                       words[0][0] == '|' || words[0][0] == '`'))
            words[0].remove_prefix(1);
    return words;
}

Columns header_of(std::string_view line) {
    Columns columns;
    const auto words = cells_of(line);
    for (int i = 0; i < static_cast<int>(words.size()); ++i) {
        const auto word = to_lower(words[static_cast<std::size_t>(i)]);
        if (word.starts_with("log")) columns.logical = i;
        if (word.starts_with("phy")) columns.physical = i;
        if (word.starts_with("min")) columns.minimum = i;
        if (word.starts_with("opt")) columns.optimal = i;
        if (word.starts_with("align")) columns.offset = i;
    }
    return columns;
}

bool is_topology(std::string_view text) {
    return any_line(text, [](std::string_view line) { return header_of(line).complete(); });
}

void examine_topology_row(const Columns& columns, const std::vector<std::string_view>& words,
                          Findings& findings) {
    const auto at = [&](int column) {
        const auto i = static_cast<std::size_t>(column);
        return column >= 0 && i < words.size() ? number_of<std::uint64_t>(words[i]) : std::nullopt;
    };
    const auto physical = at(columns.physical), minimum = at(columns.minimum),
               optimal = at(columns.optimal);
    if (!physical || !minimum || !optimal) return;
    QueueFacts queue;
    queue.physical_block_size = *physical;
    queue.logical_block_size = at(columns.logical).value_or(*physical);
    queue.minimum_io_size = *minimum;
    queue.optimal_io_size = *optimal;
    add_geometry(words[0], geometry_of(queue, whole(at(columns.offset).value_or(0))), findings);
    if (queue.logical_block_size == 4096 && findings.size() < 1000)
        findings.push_back(finding("use-4k-sectors", words[0], "sectors of 4096 only",
                                   "mkfs.xfs -s size=4096; ext4 blocks of at least 4096",
                                   {{"proposed_sector_size", std::int64_t{4096}}}));
}

void examine_topology(std::string_view text, const Context&, Findings& findings) {
    Columns columns;
    for_each_line(text, [&](std::string_view line) {
        if (const auto header = header_of(line); header.complete())
            columns = header;
        else if (columns.complete() && !is_comment(line) && findings.size() < 1000)
            examine_topology_row(columns, cells_of(line), findings);
    });
}

// "members: loopA logical=512, loopB logical=4096 -> md2 logical=4096"; "sda logical 512 physical
// 4096", a disk a line.
struct SectorSizes {
    std::set<std::uint64_t> logical, physical;
    std::size_t told = 0;
    bool array = false;  // said to be members of one
};

void take_sizes(std::string_view text, std::string_view word, std::set<std::uint64_t>& sizes,
                std::size_t& told) {
    for (auto at = text.find(word); at != text.npos; at = text.find(word, at + word.size())) {
        auto rest = text.substr(at + word.size(), 32);
        for (const auto* part : {"_block_size", "_sector_size", " sector size", " block size"})
            if (rest.starts_with(part)) rest.remove_prefix(std::string_view(part).size());
        const auto number_from = rest.find_first_not_of(" \t=:");
        if (number_from == rest.npos || number_from == 0) continue;
        const auto size = number_at_front<std::uint64_t>(rest.substr(number_from));
        if (!size || (*size != 512 && *size != 4096)) continue;
        sizes.insert(*size);
        ++told;
    }
}

SectorSizes sector_sizes_of(std::string_view text) {
    SectorSizes sizes;
    std::size_t physical = 0;
    for_each_line(text, [&](std::string_view line) {
        const auto lower = to_lower(line.substr(0, 4096));
        take_sizes(lower, "logical", sizes.logical, sizes.told);
        take_sizes(lower, "physical", sizes.physical, physical);
        sizes.array |= lower.find("member") != lower.npos || lower.find("array") != lower.npos ||
                       lower.find("raid") != lower.npos;
    });
    return sizes;
}

bool is_sector_list(std::string_view text) {
    if (text.size() > 65536 || text.find("queue/") != text.npos) return false;
    const auto sizes = sector_sizes_of(text);
    return sizes.told >= 2 || (sizes.told == 1 && sizes.array);
}

void examine_sectors(std::string_view text, const Context&, Findings& findings) {
    const auto sizes = sector_sizes_of(text);
    const Values values = {{"proposed_sector_size", std::int64_t{4096}}};
    const bool large = sizes.logical.contains(4096);
    if (sizes.logical.size() == 2) {
        findings.push_back(finding(
            "sector-size-mismatch", "array",
            fmt::format(
                "{}one 4Kn member gives the whole array sectors of 4096: an XFS made with sectors "
                "of 512 no longer mounts (ENOSYS, 'Function not implemented'), nor does ext4 with "
                "blocks below 4096",
                sizes.array ? "" : "if these are, or come to be, members of one array: "),
            "make XFS with -s size=4096 wherever a member or a likely replacement is 4Kn or has "
            "physical blocks of 4096; ext4 with -b 4096; an existing 512-byte-sector filesystem "
            "must be copied",
            values));
        if (!sizes.array) findings.back().severity = Severity::warning;
    } else if (large || sizes.physical.contains(4096)) {
        findings.push_back(
            finding("use-4k-sectors", "array",
                    large ? "all have sectors of 4096"
                          : "physical blocks of 4096: a replacement may well be 4Kn, and smaller "
                            "blocks cost the drive a read",
                    "mkfs.xfs -s size=4096; ext4 with -b 4096", values));
        findings.back().severity = Severity::info;
    }
}

}  // namespace

Kind raid_description_kind() {
    return {"raid-description", "an array as level=, disks=, chunk= words", is_raid_description,
            nullptr, examine_raid};
}
Kind topology_kind() {
    return {"topology", "a table of logical, physical, minimum and optimal sizes", is_topology,
            nullptr, examine_topology};
}
Kind sector_list_kind() {
    return {"sector-sizes",  "disks with their logical sector sizes",
            is_sector_list,  nullptr,
            examine_sectors, true};
}

}  // namespace fstune::knowledge::diagnosis
