// `dmsetup table`: the stripe of each map, what lies below it.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "knowledge/diagnosis/kinds/device_findings.h"
#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/geometry/layers.h"
#include "knowledge/readers/dm_table.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge::diagnosis {

namespace {

constexpr auto targets = std::to_array<std::string_view>(
    {"linear",    "striped", "raid",     "crypt",           "multipath", "thin",
     "thin-pool", "mirror",  "snapshot", "snapshot-origin", "cache",     "writecache",
     "integrity", "verity",  "zero",     "error",           "delay",     "flakey",
     "era",       "vdo",     "dust",     "log-writes",      "clone",     "ebs",
     "unstriped", "zoned"});

// "NAME: START LENGTH TARGET ...", or the same without the name from `dmsetup table NAME`.
bool is_dm_line(std::string_view line) {
    auto words = split_words(line.substr(0, 4096));
    if (!words.empty() && words[0].ends_with(':')) words.erase(words.begin());
    return words.size() >= 3 && number_of<std::uint64_t>(words[0]) &&
           number_of<std::uint64_t>(words[1]) &&
           std::ranges::find(targets, words[2]) != targets.end();
}

bool is_dm_table(std::string_view text) {
    return any_line(text, [](std::string_view line) { return is_dm_line(line); });
}

std::string name_of(const DmTarget& target) {
    return target.device.empty() ? target.type : target.device;
}

void examine_target(const DmTarget& target, Findings& findings) {
    const auto name = name_of(target);
    if (target.type == "multipath") {
        for (const auto& path : target.below)
            findings.push_back(
                finding("held", path, fmt::format("{} is a path of the map {}", path, name),
                        fmt::format("name /dev/mapper/{} instead: the paths are one disk", name)));
        return;
    }
    if (target.type == "integrity")
        findings.push_back(finding(
            "integrity-below", name,
            "a dm-integrity layer: a block that was never written has no tag and reads as an I/O "
            "error",
            "make ext4 with -E lazy_itable_init=0,lazy_journal_init=0; take every EIO of an "
            "unwritten block as this"));
    if (target.raid) {
        add_geometry(name, geometry_of(layer_of(target, {})), findings);
    } else if (target.thin_block != 0) {
        findings.push_back(
            finding("thin-chunk", name,
                    fmt::format("a thin pool with chunks of {} KiB", target.thin_block / 1024),
                    "the chunk should be a multiple of the full stripe of what the pool lies on",
                    {{"chunk_bytes", whole(target.thin_block)}}));
    } else {
        findings.push_back(finding(
            "geometry-of-layer-below", name,
            fmt::format("a {} map has no stripe of its own: that of what lies below it counts{}",
                        target.type,
                        target.offset % 1048576 == 0
                            ? ""
                            : fmt::format("; it begins {} KiB into it", target.offset / 1024)),
            "read the geometry of the device below, or run fstune inspect on the map",
            {{"below", target.below}, {"offset_bytes", whole(target.offset)}}));
    }
}

void examine(std::string_view text, const Context&, Findings& findings) {
    const auto table = read_dm_table(text);
    if (!table) return add_cut_off("dmsetup table", table.error(), findings);
    for (const auto& target : *table) {
        if (findings.size() > 1000) return;
        if (std::ranges::find(targets, target.type) != targets.end())
            examine_target(target, findings);
    }
}

}  // namespace

Kind dm_table_kind() { return {"dm-table", "dmsetup table", is_dm_table, nullptr, examine}; }

}  // namespace fstune::knowledge::diagnosis
