#include "probes/meters/device_share.h"

#include <fmt/format.h>

#include <algorithm>

namespace fstune::probes {

namespace {

// What a cache answers comes at no cost, so a result is too high by as much as it answered: at most
// the smallest gain that is usually worth a change.
constexpr double most_cached = 0.02;
// Pieces that do not compress, and a filesystem's rounding up to blocks.
constexpr double slack_of_compression = 0.8;
constexpr double mebi = 1 << 20;

double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

double least_share(const Asked& asked, const Surroundings& around) {
    return around.encoded ? (1 - asked.compressible) * slack_of_compression : 1 - most_cached;
}

// A loop device whose file is cached asks its disk for nothing.
std::optional<std::string> judge_backing(const BelowDevice& below, const IoStretch& measured) {
    if (!below.backing_cached || !measured.to.backing || !measured.from.backing)
        return std::nullopt;
    const auto disk = *measured.to.backing - *measured.from.backing;
    const double from_disk = share(disk.bytes_read, measured.device().bytes_read);
    if (from_disk >= 1 - most_cached) return std::nullopt;
    return fmt::format("the file of {} is cached: at most {:.0f} % of what was read came from {}",
                       below.name, 100 * from_disk, below.backing_disk);
}

}  // namespace

std::optional<std::string> judge_reads(const Asked& asked, const Surroundings& around,
                                       const BelowDevice& below, const IoStretch& measured) {
    if (!asked.from_device || asked.bytes_read == 0) return std::nullopt;
    const double moved = share(measured.device().bytes_read, asked.bytes_read);
    if (moved < least_share(asked, around))
        return fmt::format(
            "only {:.1f} % of the bytes asked for came from the device, at least "
            "{:.0f} % should{}",
            100 * moved, 100 * least_share(asked, around),
            around.resident.value_or(0) > most_cached
                ? fmt::format(" ({:.0f} % of the data lay in the page cache at the "
                              "beginning)",
                              100 * *around.resident)
                : "");
    return judge_backing(below, measured);
}

std::optional<std::string> judge_written(const Asked& asked, const Surroundings& around,
                                         const IoStretch& measured) {
    if (asked.bytes_written == 0) return std::nullopt;
    // Who asks for data that compresses to nothing still has not measured the device.
    const double least = std::max(least_share(asked, around), 0.1);
    const double moved = share(measured.device().bytes_written, asked.bytes_written);
    if (moved >= least) return std::nullopt;
    return fmt::format(
        "only {:.1f} % of the bytes written reached the device, at least {:.0f} % "
        "should",
        100 * moved, 100 * least);
}

std::optional<std::string> judge_data_set(const Asked& asked, const Surroundings& around,
                                          const IoStretch& measured) {
    if (!asked.from_device || asked.bytes_read == 0 || asked.data_set == 0) return std::nullopt;
    constexpr double drive_cache = 64 * mebi;
    const auto data_set = static_cast<double>(asked.data_set);
    if (asked.passes >= 2 && data_set < drive_cache)
        return fmt::format("{:.0f} MiB were read {} times over", data_set / mebi, asked.passes);
    const bool cached =
        share(measured.device().bytes_read, asked.bytes_read) < least_share(asked, around);
    if (!cached || around.memory == 0 || asked.data_set > around.memory) return std::nullopt;
    return fmt::format("{:.0f} MiB were read from a machine with {:.0f} MiB of memory to keep them",
                       data_set / mebi, static_cast<double>(around.memory) / mebi);
}

}  // namespace fstune::probes
