#include "probes/meters/foreign_io.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace fstune::probes {

namespace {

constexpr double most_foreign = 0.05;  // of what was measured; more can show in the result
constexpr double mebi = 1 << 20;

double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

// The larger of the shares of bytes and of requests.
double share_of(const DeviceCounters& foreign, const DeviceCounters& ours) {
    return std::max(
        share(static_cast<double>(foreign.bytes()), static_cast<double>(ours.bytes())),
        share(static_cast<double>(foreign.requests()), static_cast<double>(ours.requests())));
}

std::string moved(const DeviceCounters& counters) {
    return fmt::format("{} requests, {:.1f} MiB", counters.requests(),
                       static_cast<double>(counters.bytes()) / mebi);
}

std::uint64_t above(std::uint64_t all, std::uint64_t ours) { return all > ours ? all - ours : 0; }

// Of the disk below a loop device. A flush of the loop device is a sync of its file, which the
// filesystem that holds it writes down in its journal.
DeviceCounters foreign_on_backing(const DeviceCounters& backing, const DeviceCounters& ours) {
    constexpr std::uint64_t bytes_a_flush = 64 << 10, requests_a_flush = 6;
    return {.reads = above(backing.reads, ours.reads),
            .bytes_read = above(backing.bytes_read, ours.bytes_read),
            .writes = above(backing.writes, ours.writes + ours.flushes * requests_a_flush),
            .bytes_written =
                above(backing.bytes_written, ours.bytes_written + ours.flushes * bytes_a_flush)};
}

}  // namespace

std::optional<IoSnapshot> io_snapshot(const Files& files, const BelowDevice& below) {
    IoSnapshot snapshot;
    const auto device = read_device_counters(files, below.name);
    if (!device) return std::nullopt;
    snapshot.device = *device;
    for (const auto& [disk, part] : below.disks) {
        snapshot.disks.push_back(read_device_counters(files, disk).value_or(DeviceCounters{}));
        snapshot.parts.push_back(read_device_counters(files, part).value_or(DeviceCounters{}));
    }
    if (!below.backing_disk.empty())
        snapshot.backing = read_device_counters(files, below.backing_disk);
    snapshot.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    return snapshot;
}

std::optional<std::string> judge_stillness(const std::vector<IoStretch>& still,
                                           const IoStretch& measured) {
    constexpr std::uint64_t few = 4;  // a filesystem may tidy up after a sync
    double seconds = 0;
    DeviceCounters all;
    for (const auto& stretch : still) {
        const auto one = stretch.device();
        seconds += stretch.seconds();
        all.reads += one.reads;
        all.writes += one.writes + one.in_flight;
        all.bytes_read += one.bytes_read;
        all.bytes_written += one.bytes_written;
    }
    const auto ours = measured.device();
    if (all.requests() < few || seconds <= 0 || measured.seconds() <= 0) return std::nullopt;
    const double rate = share_of(all, ours) * measured.seconds() / seconds;
    if (rate <= most_foreign) return std::nullopt;
    return fmt::format("it moved ({}) in the {:.0f} ms in which it should have been still",
                       moved(all), 1000 * seconds);
}

std::optional<std::string> judge_neighbours(const BelowDevice& below, const IoStretch& measured) {
    const auto ours = measured.device();
    for (std::size_t i = 0; i < below.disks.size(); ++i) {
        const auto disk = measured.to.disks.at(i) - measured.from.disks.at(i);
        const auto part = measured.to.parts.at(i) - measured.from.parts.at(i);
        const DeviceCounters others{.reads = above(disk.reads, part.reads),
                                    .bytes_read = above(disk.bytes_read, part.bytes_read),
                                    .writes = above(disk.writes, part.writes),
                                    .bytes_written = above(disk.bytes_written, part.bytes_written)};
        if (share_of(others, part) > most_foreign)
            return fmt::format("other partitions of {} moved {}", below.disks[i].disk,
                               moved(others));
    }
    if (!measured.to.backing || !measured.from.backing || below.backing_cached) return std::nullopt;
    const auto others = foreign_on_backing(*measured.to.backing - *measured.from.backing, ours);
    const bool much = static_cast<double>(others.bytes()) > mebi;
    if (!much || share(static_cast<double>(others.bytes()), static_cast<double>(ours.bytes())) <=
                     2 * most_foreign)
        return std::nullopt;
    return fmt::format("{}, which holds the loop device's file, moved {} besides",
                       below.backing_disk, moved(others));
}

std::optional<std::string> judge_writes(const IoStretch& measured) {
    const auto ours = measured.device();
    const auto written = static_cast<double>(ours.bytes_written);
    if (written <= mebi || share(written, static_cast<double>(ours.bytes_read)) <= most_foreign)
        return std::nullopt;
    return fmt::format("{:.1f} MiB were written to it while it was only read", written / mebi);
}

}  // namespace fstune::probes
