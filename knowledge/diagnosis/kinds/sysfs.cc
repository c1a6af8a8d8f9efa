// sysfs values as path=value lines, one state or before and after; and lists of schedulers.
#include <fmt/format.h>

#include "knowledge/diagnosis/kinds/device_findings.h"
#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/geometry/layers.h"
#include "knowledge/readers/sysfs_values.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge::diagnosis {

namespace {

constexpr std::int64_t default_read_ahead_kb = 128;

bool is_sysfs(std::string_view text) { return read_sysfs_values(text).has_value(); }

std::string subject_of(const SysfsValues& values) {
    return !values.device.empty() ? values.device : values.label.empty() ? "device" : values.label;
}

void learn(std::string_view text, Context& context) {
    const auto all = read_sysfs_values(text);
    if (!all || all->size() != 1) return;
    const auto queue = all->front().facts().queue;
    if (context.physical_block_size == 0) context.physical_block_size = queue.physical_block_size;
    if (context.logical_block_size == 0) context.logical_block_size = queue.logical_block_size;
}

void check_read_ahead(const SysfsValues& values, Findings& findings) {
    const auto queue = values.facts().queue;
    if (queue.read_ahead_kb < 4096) return;
    findings.push_back(finding(
        "large-read-ahead", subject_of(values),
        fmt::format("read_ahead_kb is {}{}: random reads fetch far more than they ask for",
                    queue.read_ahead_kb,
                    queue.rotational
                        ? " (the default of rotating disks since kernel 6.17; cloud disks may "
                          "claim to rotate when they do not)"
                        : " (derived from the optimal I/O size)"),
        "tune it; for random loads start at 128",
        {{"read_ahead_kb", queue.read_ahead_kb},
         {"proposed_read_ahead_kb", default_read_ahead_kb}}));
}

// The stripe of a device by itself; the fields of NVMe mean something else.
Layer layer_of(const DeviceFacts& facts) {
    Layer layer;
    layer.name = facts.name;
    layer.kind = facts.name.starts_with("nvme") ? LayerKind::nvme : LayerKind::disk;
    layer.queue = facts.queue;
    layer.alignment_offset = facts.alignment_offset;
    return layer;
}

void check_sectors(const QueueFacts& queue, const std::string& subject, Findings& findings) {
    if (queue.logical_block_size == 512 && queue.physical_block_size == 4096) {
        findings.push_back(
            finding("use-4k-sectors", subject,
                    "512-byte sectors on physical blocks of 4096: smaller blocks cost the drive a "
                    "read, a change and a write",
                    "use block and sector size 4096: mkfs.xfs -s size=4096, mkfs.ext4 -b 4096",
                    {{"proposed_block_size", std::int64_t{4096}},
                     {"proposed_sector_size", std::int64_t{4096}}}));
        // What mkfs takes by itself on such a disk.
        findings.back().severity = Severity::info;
    }
    if (queue.logical_block_size == 4096)
        findings.push_back(finding("use-4k-sectors", subject, "a 4Kn device: sectors of 4096 only",
                                   "mkfs.xfs -s size=4096; ext4 blocks of at least 4096",
                                   {{"proposed_sector_size", std::int64_t{4096}}}));
}

void check_change(const SysfsValues& before, const SysfsValues& after, Findings& findings) {
    const auto old_kb = before.facts().queue.read_ahead_kb,
               new_kb = after.facts().queue.read_ahead_kb;
    if (old_kb <= 0 || new_kb <= 0 || old_kb == new_kb) return;
    findings.push_back(finding(
        "read-ahead-changed", "read_ahead_kb",
        fmt::format(
            "the read-ahead changed from {} to {} KiB between {} and {}: a changed default is the "
            "likely cause of a regression{}",
            old_kb, new_kb, subject_of(before), subject_of(after),
            new_kb > old_kb && after.facts().queue.rotational
                ? "; kernel 6.17 sets 4096 where the disk says that it rotates, and cloud disks "
                  "may say so wrongly"
                : ""),
        fmt::format("set read_ahead_kb={} for random loads (udev rule), and compare again",
                    std::min(old_kb, new_kb)),
        {{"before_kb", old_kb},
         {"after_kb", new_kb},
         {"proposed_read_ahead_kb", std::min(old_kb, new_kb)}}));
}

void examine(std::string_view text, const Context&, Findings& findings) {
    const auto all = read_sysfs_values(text);
    if (!all) return;
    const bool states = all->size() > 1 && !all->front().label.empty();
    for (std::size_t i = 0; i < all->size() && findings.size() < 1000; ++i) {
        const auto& values = (*all)[i];
        const auto facts = values.facts();
        if (values.values.contains("queue/optimal_io_size") ||
            values.values.contains("alignment_offset"))
            add_geometry(subject_of(values), geometry_of(layer_of(facts)), findings);
        // "before" and "after" are the kind before-after's.
        if (states && i > 0 && all->front().label != "before")
            check_change((*all)[i - 1], values, findings);
        else if (!states)
            check_read_ahead(values, findings);
        check_sectors(facts.queue, subject_of(values), findings);
    }
}

// "a: [mq-deadline] kyber bfq none", one file a line.
bool is_scheduler_line(std::string_view line) {
    const auto open = line.find('['), close = line.find(']');
    if (is_comment(line) || open == line.npos || close == line.npos || close < open + 2)
        return false;
    QueueFacts queue;
    const auto colon = line.rfind(':');
    read_scheduler(colon == line.npos ? line : line.substr(colon + 1), queue);
    for (const auto& name : queue.schedulers)
        if (name == "none" || name == "noop" || name.starts_with("mq-deadline") ||
            name == "deadline" || name == "cfq" || name == "bfq" || name == "kyber")
            return !queue.scheduler.empty();
    return false;
}

bool is_schedulers(std::string_view text) {
    bool found = false, other = false;
    for_each_line(text, [&](std::string_view line) {
        if (trim(line).empty() || is_comment(line)) return;
        (is_scheduler_line(line) ? found : other) = true;
    });
    return found && !other;
}

void examine_schedulers(std::string_view text, const Context&, Findings& findings) {
    for_each_line(text, [&](std::string_view line) {
        if (!is_scheduler_line(line) || findings.size() > 1000) return;
        QueueFacts queue;
        const auto colon = line.rfind(':');
        read_scheduler(colon == line.npos ? line : line.substr(colon + 1), queue);
        findings.push_back(finding(
            "scheduler", colon == line.npos ? "scheduler" : trim(line.substr(0, colon)),
            fmt::format("in use: {}", queue.scheduler),
            "a listed name may still be refused (EINVAL): then keep the current one and drop the "
            "candidate; read the file again after each write",
            {{"current", queue.scheduler}, {"available", queue.schedulers}}));
    });
}

}  // namespace

Kind sysfs_kind() {
    return {"sysfs", "sysfs values as path=value lines", is_sysfs, learn, examine};
}
Kind schedulers_kind() {
    return {"scheduler", "queue/scheduler files", is_schedulers, nullptr, examine_schedulers};
}

}  // namespace fstune::knowledge::diagnosis
