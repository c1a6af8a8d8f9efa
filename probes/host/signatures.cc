#include "probes/host/signatures.h"

#include <blkid/blkid.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <string_view>

namespace fstune::probes {

namespace {

struct FreeProbe {
    void operator()(blkid_probe probe) const { blkid_free_probe(probe); }
};
using Probe = std::unique_ptr<std::remove_pointer_t<blkid_probe>, FreeProbe>;

std::string value(blkid_probe probe, const char* name) {
    const char* text = nullptr;
    return blkid_probe_lookup_value(probe, name, &text, nullptr) == 0 ? text : "";
}

Signature signature(blkid_probe probe) {
    if (const auto table = value(probe, "PTTYPE"); !table.empty())
        return {table, Signature::Kind::partition_table};
    const auto type = value(probe, "TYPE");
    const auto usage = value(probe, "USAGE");
    // The library counts a member of a ZFS pool as a filesystem.
    const auto kind = type.ends_with("_member") ? Signature::Kind::member
                      : usage == "filesystem"   ? Signature::Kind::filesystem
                      : usage == "raid"         ? Signature::Kind::member
                      : usage == "crypto"       ? Signature::Kind::crypto
                                                : Signature::Kind::other;
    return {type, kind};
}

Result<Probe> open_probe(int fd) {
    Probe probe(blkid_new_probe());
    if (!probe || blkid_probe_set_device(probe.get(), fd, 0, 0) != 0)
        return fail(ErrorCode::failed,
                    std::string("libblkid cannot read the device: ") + std::strerror(errno));
    blkid_probe_enable_superblocks(probe.get(), 1);
    blkid_probe_set_superblocks_flags(probe.get(), BLKID_SUBLKS_MAGIC | BLKID_SUBLKS_TYPE |
                                                       BLKID_SUBLKS_USAGE | BLKID_SUBLKS_BADCSUM);
    blkid_probe_enable_partitions(probe.get(), 1);
    blkid_probe_set_partitions_flags(probe.get(), BLKID_PARTS_MAGIC | BLKID_PARTS_FORCE_GPT);
    return probe;
}

// One after the other, because a device may carry several; `each` is called while the library
// stands on one of them.
Result<void> for_each_signature(int fd, const std::function<bool(blkid_probe)>& each) {
    auto probe = open_probe(fd);
    if (!probe) return tl::unexpected(probe.error());
    int found = 0;
    while ((found = blkid_do_probe(probe->get())) == 0)
        if (!each(probe->get())) return fail(ErrorCode::failed, "libblkid cannot wipe the device");
    if (found < 0)
        return fail(ErrorCode::failed,
                    "libblkid cannot read what lies on the device (an I/O error?)");
    return {};
}

}  // namespace

Result<std::vector<Signature>> read_signatures(int fd) {
    std::vector<Signature> found;
    auto done = for_each_signature(fd, [&](blkid_probe probe) {
        auto one = signature(probe);
        if (std::find(found.begin(), found.end(), one) == found.end()) found.push_back(one);
        return true;
    });
    if (!done) return tl::unexpected(done.error());
    return found;
}

Result<void> remove_signatures(int fd) {
    return for_each_signature(fd, [](blkid_probe probe) { return blkid_do_wipe(probe, 0) == 0; });
}

}  // namespace fstune::probes
