// What controllers' own tools print (MegaCli, storcli, perccli, ssacli, arcconf), or someone
// writes down: level, drives, spans, strip.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "knowledge/diagnosis/kinds/device_findings.h"
#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/geometry/raid.h"
#include "knowledge/readers/text.h"
#include "knowledge/units.h"

namespace fstune::knowledge::diagnosis {

namespace {

struct Controller {
    RaidDescription raid{"", 0, 0, 2, 0};
    int drives_per_span = 0, secondary = -1;
    std::uint64_t full_stripe = 0;
};

// The number after the words, past blanks and ":=-"; -1 where there is none.
int number_after(std::string_view line, std::string_view words) {
    const auto at = line.find(words);
    if (at == line.npos) return -1;
    auto rest = line.substr(at + words.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t:=-"), rest.size()));
    if (rest.starts_with("raid"))
        rest.remove_prefix(std::min(rest.find_first_not_of("raid -"), rest.size()));
    return number_at_front<int>(rest).value_or(-1);
}

// "256 KB", "64k", "1M"
std::uint64_t size_after(std::string_view line, std::string_view words) {
    const auto at = line.find(words);
    if (at == line.npos) return 0;
    const auto from = line.find_first_of("0123456789", at + words.size());
    if (from == line.npos) return 0;
    std::string_view rest;
    const auto number = number_at_front<std::uint64_t>(line.substr(from), &rest);
    const auto unit = trim(rest).substr(0, 1);
    if (!number) return 0;
    return times(*number, unit == "m" ? 1048576 : unit == "k" ? 1024 : 1);
}

// "raid level 60", "raid6", "raid-5", "fault tolerance: 6"; not "raid devices 8" or "raid 4 disks".
void take_level(std::string_view line, Controller& found) {
    if (const auto primary = number_after(line, "primary-"); primary >= 0) {
        found.raid.level = std::to_string(primary);
        found.secondary = number_after(line, "secondary-");
        return;
    }
    for (const auto* words : {"fault tolerance", "raid level", "raid"}) {
        const auto level = number_after(line, words);
        const bool known = level == 0 || level == 1 || level == 4 || level == 5 || level == 6 ||
                           level == 10 || level == 50 || level == 60;
        if (!known) continue;
        found.raid.level = std::to_string(level);
        return;
    }
}

// "number of drives : 12", "16 drives", "in 2 spans"
void take_counts(std::string_view line, Controller& found) {
    if (const auto per_span = number_after(line, "drives per span"); per_span > 0)
        found.drives_per_span = per_span;
    else if (const auto drives = number_after(line, "number of drives"); drives > 0)
        found.raid.disks = drives;
    if (const auto spans = number_after(line, "span depth"); spans > 0) found.raid.spans = spans;
    const auto words = split_words(line);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const auto count = number_of<int>(words[i]);
        if (!count || *count <= 0 || *count > 4096) continue;
        const auto what = words[i + 1];
        if (what.starts_with("drive") || what.starts_with("disk")) found.raid.disks = *count;
        if (what.starts_with("span")) found.raid.spans = *count;
    }
}

void take_strip(std::string_view line, Controller& found) {
    if (const auto full = size_after(line, "full stripe size"); full != 0) {
        found.full_stripe = full;
        return;
    }
    for (const auto* words : {"strip size", "stripe size", "strip element size", "stripe element",
                              "strip-size", "stripe unit", "stripe-unit size", "strip"})
        if (const auto strip = size_after(line, words); strip >= 4096) {
            found.raid.chunk = strip;
            return;
        }
}

Controller controller_of(std::string_view text) {
    Controller found;
    for_each_line(text, [&](std::string_view line) {
        const auto lower = to_lower(line.substr(0, 1024));
        if (found.raid.level.empty()) take_level(lower, found);
        take_counts(lower, found);
        take_strip(lower, found);
    });
    auto& raid = found.raid;
    if (found.drives_per_span > 0) raid.disks = found.drives_per_span * std::max(raid.spans, 1);
    // Controllers call a stripe over mirrors level 1 with spans, or with secondary level 3.
    const bool spanned = raid.spans > 1 || found.secondary == 3;
    if (spanned && (raid.level == "5" || raid.level == "6")) raid.level += "0";
    if (raid.level == "1" && (spanned || raid.disks > 2)) raid.level = "10";
    return found;
}

bool recognises(std::string_view text) {
    // "level=6 raid_disks=8" is the kind raid-description's.
    if (text.size() > std::size_t{1} << 20 || text.find("level=") != text.npos) return false;
    const auto found = controller_of(text);
    return !found.raid.level.empty() &&
           (found.raid.chunk != 0 || found.full_stripe != 0 ||
            to_lower(text.substr(0, 4096)).find("controller") != std::string::npos);
}

void ask(Findings& findings, std::string what) {
    findings.push_back(
        finding("geometry-unknown", "controller", std::move(what),
                "ask the controller for level, disks, spans and strip; do not "
                "guess; then fstune inspect DEV --raid LEVEL --disks N --chunk SIZE"));
}

void examine(std::string_view text, const Context&, Findings& findings) {
    const auto found = controller_of(text);
    const auto& raid = found.raid;
    if (raid.disks == 0 && found.full_stripe != 0 && raid.chunk != 0 &&
        found.full_stripe % raid.chunk == 0) {
        Geometry geometry;
        geometry.stripe =
            Stripe{static_cast<int>(std::min<std::uint64_t>(found.full_stripe / raid.chunk, 4096)),
                   raid.chunk};
        geometry.reason = fmt::format("RAID {}: a full stripe of {} in strips of {}", raid.level,
                                      format_size(found.full_stripe), format_size(raid.chunk));
        return add_geometry("controller", geometry, findings);
    }
    if (raid.disks == 0 || raid.chunk == 0)
        return ask(findings, fmt::format("RAID {}: the number of disks or the strip is not told",
                                         raid.level));
    if (const auto geometry = geometry_of(raid))
        add_geometry("controller", *geometry, findings);
    else
        ask(findings, geometry.error().message);
}

}  // namespace

Kind hardware_raid_kind() {
    return {"hardware-raid", "a RAID controller's level, drives and strip",
            recognises,      nullptr,
            examine,         true};
}

}  // namespace fstune::knowledge::diagnosis
