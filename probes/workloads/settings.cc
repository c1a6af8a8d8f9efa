#include "probes/workloads/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace fstune::probes {

namespace {

struct NamedMode {
    AccessMode mode;
    const char* name;
};
constexpr NamedMode modes[] = {
    {AccessMode::buffered, "buffered"}, {AccessMode::direct, "direct"}, {AccessMode::mmap, "mmap"}};

constexpr std::uint64_t smallest_block = 512, largest_block = std::uint64_t{16} << 20;

Result<void> check_count(const char* name, int given, int most) {
    if (given >= 0 && given <= most) return {};
    return fail(ErrorCode::usage, fmt::format("{} {}: give 1 to {}", name, given, most));
}

}  // namespace

Result<void> check(const WorkloadSettings& settings) {
    if (auto good = check_count("threads", settings.threads, most_threads); !good) return good;
    if (auto good = check_count("queue depth", settings.queue_depth, most_queue_depth); !good)
        return good;
    if (settings.block != 0 && (!std::has_single_bit(settings.block) ||
                                settings.block < smallest_block || settings.block > largest_block))
        return fail(ErrorCode::usage,
                    fmt::format("block size {}: give a power of two from {} to {}", settings.block,
                                smallest_block, largest_block));
    if (!(settings.compressible >= 0 && settings.compressible <= 1))
        return fail(ErrorCode::usage, fmt::format("compressible {}: give a share from 0 to 1",
                                                  settings.compressible));
    if (settings.queue_depth > 1 && settings.mode == AccessMode::mmap)
        return fail(ErrorCode::usage,
                    fmt::format("queue depth {}: a mapped file has one operation under way for "
                                "each thread; give more threads, or direct access",
                                settings.queue_depth));
    return {};
}

Result<AccessMode> access_mode(std::string_view name) {
    const auto* const found = std::ranges::find(modes, name, &NamedMode::name);
    if (found != std::end(modes)) return found->mode;
    return fail(ErrorCode::usage,
                fmt::format("no access mode '{}'; there are buffered, direct, mmap", name));
}

std::string to_text(AccessMode mode) {
    return std::ranges::find(modes, mode, &NamedMode::mode)->name;
}

}  // namespace fstune::probes
