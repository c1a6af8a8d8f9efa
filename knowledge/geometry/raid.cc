#include "knowledge/geometry/raid.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <map>

namespace fstune::knowledge {

namespace {

constexpr int most_disks = 4096;
constexpr std::uint64_t largest_chunk = std::uint64_t{1} << 30;

struct Level {
    int parity;  // disks' worth; -1: no stripe
    int least;   // disks
};

const std::map<std::string, Level> levels = {
    {"0", {0, 1}},       {"1", {-1, 1}},         {"4", {1, 2}},       {"5", {1, 2}},
    {"6", {2, 4}},       {"10", {0, 2}},         {"50", {1, 6}},      {"60", {2, 8}},
    {"linear", {-1, 1}}, {"multipath", {-1, 1}}, {"faulty", {-1, 1}}, {"container", {-1, 1}}};

std::string bare(const std::string& level) {
    return level.starts_with("raid") ? level.substr(4) : level;
}

}  // namespace

Result<int> data_disks(const RaidDescription& raid) {
    const auto found = levels.find(bare(raid.level));
    if (found == levels.end())
        return fail(
            ErrorCode::usage,
            fmt::format("RAID level '{}' is not known; say 0, 1, 4, 5, 6, 10, 50, 60 or linear",
                        raid.level));
    const auto& level = found->second;
    if (raid.disks > most_disks)
        return fail(ErrorCode::usage, fmt::format("{} disks are more than an array can have ({})",
                                                  raid.disks, most_disks));
    if (raid.disks < level.least)
        return fail(ErrorCode::usage, fmt::format("RAID {} needs at least {} disks, not {}",
                                                  found->first, level.least, raid.disks));
    if (level.parity < 0) return 0;
    if (found->first == "50" || found->first == "60") {
        if (raid.spans < 2 || raid.disks % raid.spans != 0 ||
            raid.disks / raid.spans < level.parity + 2)
            return fail(ErrorCode::usage,
                        fmt::format("RAID {} over {} disks: say how many spans it has, of equal "
                                    "size, 2 at least",
                                    found->first, raid.disks));
        return raid.disks - raid.spans * level.parity;
    }
    if (found->first != "10") return raid.disks - level.parity;
    if (raid.near_copies < 1 || raid.near_copies > raid.disks)
        return fail(ErrorCode::usage, fmt::format("RAID 10 over {} disks cannot keep {} copies",
                                                  raid.disks, raid.near_copies));
    // Where the copies do not divide the disks, every disk gets its turn before the pattern
    // repeats.
    return raid.disks % raid.near_copies == 0 ? raid.disks / raid.near_copies : raid.disks;
}

Result<Geometry> geometry_of(const RaidDescription& raid) {
    const auto disks = data_disks(raid);
    if (!disks) return tl::unexpected(disks.error());
    const auto level = bare(raid.level);
    Geometry geometry;
    if (*disks == 0) {
        geometry.reason = fmt::format("{} has no stripe, whatever its {} members",
                                      level == "1" ? "a mirror (RAID 1)" : level, raid.disks);
        return geometry;
    }
    if (raid.chunk == 0) {
        geometry.reason = fmt::format("RAID {} over {} disks, but its chunk size is not known",
                                      level, raid.disks);
        geometry.warnings.push_back({"chunk-unknown", geometry.reason,
                                     "say it with --chunk; without it no stripe is given to mkfs"});
        return geometry;
    }
    if (raid.chunk > largest_chunk)
        return fail(ErrorCode::usage,
                    fmt::format("a chunk of {} bytes is larger than any array has", raid.chunk));
    if (raid.chunk % 512 != 0)
        return fail(
            ErrorCode::usage,
            fmt::format("a chunk of {} bytes is no multiple of a sector (512)", raid.chunk));
    geometry.reason = fmt::format("RAID {} over {} disks, {} KiB chunk: {} data disks", level,
                                  raid.disks, raid.chunk / 1024, *disks);
    if (*disks > 1) geometry.stripe = Stripe{*disks, raid.chunk};
    return geometry;
}

int near_copies_of_sysfs(std::uint32_t layout) {
    const auto near = static_cast<int>(layout & 0xffU);
    return near > 0 ? near : 1;
}

Result<int> near_copies_of(const std::string& layout) {
    if (layout.empty()) return 2;
    const auto digit = layout.find_first_of("123456789");
    if (digit == std::string::npos || layout.find_first_of("nfo") == std::string::npos)
        return fail(ErrorCode::bad_input,
                    fmt::format("'{}' is no RAID 10 layout (n2, f2, o2)", layout));
    const bool near =
        layout.find('n') < layout.find_first_of("fo") || layout.find("near") != std::string::npos;
    return near ? layout[digit] - '0' : 1;
}

}  // namespace fstune::knowledge
