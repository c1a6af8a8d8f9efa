#include "tuner/probe/room.h"

#include <fmt/format.h>

#include <algorithm>

#include "knowledge/units.h"

namespace fstune::tuner {

namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20;
constexpr std::uint64_t usual_size = 1024 * mebi;
constexpr std::uint64_t smallest_each = mebi;  // a thread's share: a few of the largest blocks
// A filesystem that runs full is slow for reasons of its own, so half of the room stays free; and a
// workload takes no more than that by itself.
constexpr std::uint64_t room_for_each_byte = 2;
// Folders and files of a thread, and some to spare.
constexpr std::uint64_t inodes_a_thread = 16, inodes_besides = 64;

std::string where(const probes::FilesystemAt& filesystem) {
    return fmt::format("'{}' ({} on {})", filesystem.folder, filesystem.type, filesystem.source);
}

}  // namespace

Result<std::uint64_t> fitting_size(const ProbeSettings& settings,
                                   const probes::FilesystemAt& filesystem, int parallel) {
    using knowledge::format_size;
    if (filesystem.read_only)
        return fail(ErrorCode::usage,
                    fmt::format("{} is mounted read-only; name a folder that can be written",
                                where(filesystem)));
    const auto threads = static_cast<std::uint64_t>(std::ranges::max(settings.threads));
    const auto sets = static_cast<std::uint64_t>(parallel);
    const auto inodes = (threads * inodes_a_thread + inodes_besides) * sets;
    if (filesystem.free_inodes && *filesystem.free_inodes < inodes)
        return fail(ErrorCode::usage,
                    fmt::format("{} has {} free inodes, {} are needed; remove files, or give fewer "
                                "--threads",
                                where(filesystem), *filesystem.free_inodes, inodes));
    const auto least = threads * smallest_each;
    const auto most = filesystem.free_bytes / room_for_each_byte / sets / mebi * mebi;
    const auto wanted = settings.size > 0 ? settings.size : std::max(usual_size, least);
    if (wanted < least)
        return fail(ErrorCode::usage,
                    fmt::format("--size: {} for {} threads is less than {} each; give {} or more, "
                                "or fewer --threads",
                                format_size(wanted), threads, format_size(smallest_each),
                                format_size(least)));
    if (wanted <= most) return wanted;
    const auto needed = settings.size > 0 ? wanted : least;
    if (needed > most)
        return fail(
            ErrorCode::usage,
            fmt::format(
                "{} is too full: {} are free, {} are needed for data of {} so that half "
                "stays free; free some, or give {}",
                where(filesystem), format_size(filesystem.free_bytes),
                format_size(needed * room_for_each_byte * sets), format_size(needed),
                most >= least ? "--size " + std::to_string(most / mebi) + "M" : "fewer --threads"));
    return most;
}

}  // namespace fstune::tuner
