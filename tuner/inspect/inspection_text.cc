#include "tuner/inspect/inspection_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "knowledge/geometry/device_notes.h"
#include "knowledge/units.h"

namespace fstune::tuner {

namespace {

std::string target_text(const Target& target) {
    switch (target.answer) {
        case Target::Answer::yes:
            return "yes";
        case Target::Answer::with_wipe:
            return "only with --wipe; " + target.reason;
        case Target::Answer::no:
            return "no; " + target.reason;
        default:
            return "not known; " + target.reason;
    }
}

std::string signatures_text(const Inspection& inspection) {
    if (!inspection.signatures) return "not known: " + inspection.signatures_unknown;
    std::string text;
    for (const auto& one : *inspection.signatures) text += (text.empty() ? "" : ", ") + one.type;
    return text.empty() ? "nothing that is recognised" : text;
}

std::string geometry_text(const Inspection& inspection) {
    const auto& geometry = inspection.geometry;
    std::string text = fmt::format("geometry    {}\n", geometry.reason);
    if (const auto& stripe = geometry.stripe)
        text += fmt::format(
            "            {} data disks; ext4 (4 KiB blocks): stride {}, stripe_width {}; XFS: "
            "su={}k,sw={}\n",
            stripe->data_disks, stripe->stride(4096), stripe->stripe_width(4096),
            stripe->su() / 1024, stripe->sw());
    text += fmt::format(
        "            begin partitions at multiples of {}; blocks of {} at least\n",
        knowledge::format_size(knowledge::good_alignment(inspection.device.queue, geometry)),
        knowledge::smallest_good_block(inspection.device.queue));
    return text;
}

std::string queue_text(const knowledge::QueueFacts& queue) {
    return fmt::format(
        "queue       scheduler {}, read_ahead_kb {}, nr_requests {}, max_sectors_kb {}, {}\n",
        queue.scheduler.empty() ? "none" : queue.scheduler, queue.read_ahead_kb, queue.nr_requests,
        queue.max_sectors_kb, queue.rotational ? "rotational" : "not rotational");
}

std::string advice_text(const Inspection& inspection) {
    std::string text;
    for (const auto& one : inspection.advice) {
        text += fmt::format("  {} {}: {}", one.point.configuration.filesystem, one.goal, one.mkfs);
        if (!one.mount_options.empty()) text += "; mount -o " + one.mount_options;
        if (!one.queue.empty()) text += fmt::format("; queue {}", fmt::join(one.queue, " "));
        text += '\n';
        for (const auto& reason : one.point.reasons)
            text += fmt::format("      {}: {}\n", reason.parameter, reason.why);
    }
    return text.empty() ? ""
                        : "An expert would begin with (measure before you believe it):\n" + text;
}

}  // namespace

std::string inspection_text(const Inspection& inspection) {
    const auto& device = inspection.device;
    std::string text = fmt::format("{}: {}, {}", device.path, inspection.description,
                                   knowledge::format_size(device.size));
    if (!device.model.empty()) text += ", " + device.model;
    if (!device.serial.empty()) text += ", serial " + device.serial;
    text += fmt::format("\non it       {}\n", signatures_text(inspection));
    if (!inspection.partitions.empty())
        text += fmt::format("partitions  {}\n", fmt::join(inspection.partitions, ", "));
    if (!inspection.holders.empty())
        text += fmt::format("held by     {}\n", fmt::join(inspection.holders, ", "));
    text += fmt::format("target      {}\n", target_text(inspection.target));
    text += fmt::format("sectors     {} logical, {} physical\n", device.queue.logical_block_size,
                        device.queue.physical_block_size);
    text += geometry_text(inspection) + queue_text(device.queue);
    for (const auto& warning : inspection.warnings)
        text += fmt::format("{:<11} {}: {}\n", "note", warning.message, warning.advice);
    return text + advice_text(inspection);
}

}  // namespace fstune::tuner
