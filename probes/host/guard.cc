#include "probes/host/guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "knowledge/units.h"
#include "probes/host/device_facts_reader.h"
#include "probes/host/device_tree.h"

namespace fstune::probes {

namespace {

using Reasons = std::vector<std::string>;

void append(Reasons& reasons, const Reasons& more) {
    reasons.insert(reasons.end(), more.begin(), more.end());
}

Error refusal(const std::string& path, const Reasons& reasons) {
    std::string text = "will not destroy " + path + ":";
    for (const auto& reason : reasons) text += "\n  - " + reason;
    return {ErrorCode::refused, text};
}

// A member of an array, volume group, pool or map is one part of something larger: losing it
// loses more than this device, so that consent is not enough and no wiping is advised.
std::string signature_reason(const std::string& name, const Signature& found) {
    switch (found.kind) {
        case Signature::Kind::member:
            return fmt::format(
                "{} is marked as part of something larger ({}); take it out of there with that "
                "layer's own tools, or choose another device",
                name, found.type);
        case Signature::Kind::partition_table:
            return fmt::format(
                "{} has a partition table ({}); if all of it may be lost, add --wipe", name,
                found.type);
        default:
            return fmt::format("{} carries {}; if that may be lost, add --wipe", name, found.type);
    }
}

Reasons signature_reasons(const std::string& name, const std::vector<Signature>& found, bool wipe) {
    Reasons reasons;
    for (const auto& one : found)
        if (!wipe || one.kind == Signature::Kind::member)
            reasons.push_back(signature_reason(name, one));
    return reasons;
}

// Stricter than for the whole device: a partition in use anywhere is found by its users already.
Reasons consent_reasons(const Files& files, const std::string& name, bool wipe) {
    const DeviceTree tree(files);
    Reasons reasons;
    if (wipe) return reasons;
    for (const auto& partition : tree.partitions(name))
        reasons.push_back(fmt::format(
            "{} has the partition {}; if all of it may be lost, add --wipe", name, partition));
    const bool removable = std::ranges::any_of(tree.disks(name), [&](const std::string& disk) {
        return tree.attribute(disk, "removable") == "1";
    });
    if (removable || tree.is_usb(name))
        reasons.push_back(name + " is a removable or USB device; if it is meant, add --wipe");
    return reasons;
}

}  // namespace

Result<DeviceIdentity> Guard::identify(const PinnedDevice& device) const {
    const auto descriptor = device.facts();
    if (!descriptor) return tl::unexpected(descriptor.error());
    const auto name =
        DeviceTree(files_).name_of(descriptor->number.major, descriptor->number.minor);
    if (!name) return tl::unexpected(name.error());
    const auto facts = read_device_facts(files_, *name);
    if (!facts) return tl::unexpected(facts.error());
    return DeviceIdentity{*name, *descriptor, facts->serial, facts->wwn};
}

// Our own unmount, or that of a killed fstune, may still be finishing, and udev looks at every
// device that was written to.
Result<bool> Guard::soon_free(const PinnedDevice& device) const {
    using namespace std::chrono_literals;
    Result<bool> free = device.free_for_exclusive_use();
    for (int tries = 0; free && !*free && tries < 50; ++tries) {
        std::this_thread::sleep_for(20ms);
        free = device.free_for_exclusive_use();
    }
    return free;
}

// Those that stay: udev, and partprobe or the like, look for a moment only.
OpenElsewhere Guard::settled_openers(const std::string& name) const {
    using namespace std::chrono_literals;
    auto open = open_elsewhere(files_, devices_, name);
    for (int tries = 0; !(open.writers.empty() && open.readers.empty()) && tries < 20; ++tries) {
        std::this_thread::sleep_for(25ms);
        open = open_elsewhere(files_, devices_, name);
    }
    return open;
}

Result<Reasons> Guard::reasons_in_use(const std::string& name, const PinnedDevice& device) const {
    auto reasons = mounted_or_swapped(files_, mounts_, name);
    if (!reasons) return reasons;
    append(*reasons, held_by_others(files_, name));
    append(*reasons, not_ready(files_, name));
    const auto conflicts = loop_conflicts(files_, mounts_, devices_, name);
    if (!conflicts) return tl::unexpected(conflicts.error());
    append(*reasons, *conflicts);
    if (!reasons->empty()) return reasons;  // the rest would only repeat it less clearly
    const auto free = soon_free(device);
    if (!free) return tl::unexpected(free.error());
    if (!*free)
        reasons->push_back(
            name +
            " is held by another program, perhaps mounted in another mount namespace or by a "
            "running fstune; find it with: lsblk, fuser, or grep in /proc/*/mountinfo");
    return reasons;
}

// What may not even be opened may still be known to be in use, which is the better answer.
Error Guard::refuse_unopened(const std::string& path, const Error& error) const {
    const auto resolved = files_.resolve(path).value_or(path);
    const auto name = resolved.substr(resolved.rfind('/') + 1);
    if (!DeviceTree(files_).exists(name)) return error;
    const auto reasons = mounted_or_swapped(files_, mounts_, name);
    return reasons && !reasons->empty() ? refusal(path, *reasons) : error;
}

Result<ScratchDevice> Guard::admit(const std::string& path, const GuardOptions& options) const {
    auto pinned = devices_.pin(path);
    if (!pinned) return tl::unexpected(refuse_unopened(path, pinned.error()));
    const auto identity = identify(**pinned);
    if (!identity) return wrap(identity.error(), path);
    const auto& name = identity->name;

    auto reasons = reasons_in_use(name, **pinned);
    if (!reasons) return wrap(reasons.error(), path);
    auto open = reasons->empty() ? settled_openers(name) : open_elsewhere(files_, devices_, name);
    append(*reasons, open.writers);
    if (identity->descriptor.size < options.minimum_size)
        reasons->push_back(fmt::format("{} is too small: {}, and {} are needed", name,
                                       knowledge::format_size(identity->descriptor.size),
                                       knowledge::format_size(options.minimum_size)));
    append(*reasons, consent_reasons(files_, name, options.wipe));
    const auto signatures = (*pinned)->signatures();
    if (!signatures && reasons->empty()) return tl::unexpected(signatures.error());
    if (signatures) append(*reasons, signature_reasons(name, *signatures, options.wipe));
    if (!reasons->empty()) return tl::unexpected(refusal(path, *reasons));

    ScratchDevice device(std::move(*pinned), *identity);
    device.warnings_ = std::move(open.readers);
    device.must_clear_ = !signatures->empty() || !DeviceTree(files_).partitions(name).empty();
    return device;
}

Result<void> Guard::clear(ScratchDevice& device) const {
    if (!device.must_clear_) return {};
    if (auto wiped = device.pinned_->wipe_signatures(); !wiped)
        return wrap(wiped.error(), "cannot wipe " + device.path());
    device.must_clear_ = false;
    return {};
}

Result<void> Guard::check_again(const ScratchDevice& device) const {
    const auto now = identify(*device.pinned_);
    if (!now) return wrap(now.error(), device.path() + " is gone");
    if (*now != device.identity_)
        return fail(ErrorCode::refused,
                    device.path() + " is no longer the device that was chosen; start again");
    // The path that mkfs will open must lead to what we hold.
    const auto by_path = devices_.pin(device.path());
    if (!by_path) return wrap(by_path.error(), "the device is gone");
    const auto path_facts = (*by_path)->facts();
    if (!path_facts) return wrap(path_facts.error(), "the device is gone");
    if (*path_facts != now->descriptor)
        return fail(ErrorCode::refused,
                    device.path() + " now leads to another device; start again");

    auto reasons = reasons_in_use(device.name(), *device.pinned_);
    if (!reasons) return tl::unexpected(reasons.error());
    if (reasons->empty() && !open_elsewhere(files_, devices_, device.name()).writers.empty())
        append(*reasons, settled_openers(device.name()).writers);
    for (const auto& partition : DeviceTree(files_).partitions(device.name()))
        reasons->push_back(fmt::format("the partition {} was made after the start", partition));
    const auto signatures = device.pinned_->signatures();
    if (!signatures) return tl::unexpected(signatures.error());
    for (const auto& found : *signatures)
        if (!device.accepted_.contains(found.type))
            reasons->push_back(
                fmt::format("{} ({}) was written to it by someone else after the "
                            "start",
                            found.type, device.name()));
    if (!reasons->empty()) return tl::unexpected(refusal(device.path(), *reasons));
    return {};
}

// libblkid names ext4 after its features: without a journal and extents it is ext2.
void Guard::expect(ScratchDevice& device, const std::string& filesystem) {
    device.accepted_.insert(filesystem);
    if (filesystem == "ext4") device.accepted_.insert({"ext2", "ext3"});
}

}  // namespace fstune::probes
