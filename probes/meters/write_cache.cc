#include "probes/meters/write_cache.h"

#include <fmt/format.h>

#include "probes/host/device_tree.h"

namespace fstune::probes {

std::optional<std::string> judge_flushes(const Files& files, const BelowDevice& below,
                                         const IoStretch& measured) {
    const DeviceTree tree(files);
    for (std::size_t i = 0; i < below.disks.size(); ++i) {
        const auto& disk = below.disks[i].disk;
        const auto did = measured.to.disks.at(i) - measured.from.disks.at(i);
        const bool counts = files.exists("/sys/class/block/" + disk + "/mq");
        if (!counts || did.writes == 0 || did.flushes > 0 ||
            tree.attribute(disk, "queue/write_cache") != "write back")
            continue;
        return fmt::format("{} has a write cache and was never told to flush it", disk);
    }
    return std::nullopt;
}

std::optional<std::string> judge_late_writes(std::uint64_t bytes_asked, const IoStretch& late,
                                             const IoStretch& measured) {
    constexpr double most_late = 0.05, most_late_of_unknown = 0.25;
    constexpr double mebi = 1 << 20;
    const auto after = static_cast<double>(late.device().bytes_written);
    const auto before = static_cast<double>(measured.device().bytes_written);
    const auto asked = static_cast<double>(bytes_asked);
    const bool missing = bytes_asked > 0
                             ? before < (1 - most_late) * asked && after > most_late * asked
                             : after > most_late_of_unknown * (before + after);
    if (after < mebi || !missing) return std::nullopt;
    return fmt::format("{:.1f} MiB were written only after the measuring had ended", after / mebi);
}

}  // namespace fstune::probes
