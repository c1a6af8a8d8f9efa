// Long because it is the list: one row a code.
#include "knowledge/diagnosis/codes.h"

#include <algorithm>
#include <array>

namespace fstune::knowledge::diagnosis {

namespace {

using enum Severity;

constexpr auto table = std::to_array<Code>({
    // Inputs
    {"not-recognised", error, "no reader knows the form of the input"},
    {"input-cut-off", error, "the form is known, but parts are missing or broken"},
    {"input-too-large", error, "the input is larger than fstune looks at"},
    // Geometry
    {"geometry", info, "the stripe, as values data_disks, stride, stripe_width, su_bytes, sw"},
    {"no-stripe", info, "the device has no stripe; mkfs needs to be told nothing"},
    {"bogus-stripe", warning, "a stored stripe that no array can have"},
    {"stripe-width-not-multiple", warning, "the stripe width is no multiple of the stride"},
    {"stripe-not-aligned-to-cluster", warning, "a bigalloc cluster makes the stripe inactive"},
    {"agsize-multiple-of-stripe", warning, "all XFS allocation groups start on one disk"},
    {"log-stripe-unit-adjusted", info, "XFS caps the log's stripe unit; the data's stays"},
    {"bogus-optimal-io-size", warning, "an optimal I/O size that is no stripe"},
    {"optimal-io-size-is-throughput-hint", warning, "an optimal I/O size that is no stripe"},
    {"off-stripe", warning, "a layer begins inside a stripe of the layer below"},
    {"thin-chunk-off-stripe", warning, "a thin pool's chunk that does not fit the stripe"},
    {"chunk-unknown", warning, "an array whose chunk is not told"},
    {"misaligned", error, "a partition or device does not start at a physical block"},
    {"array-degraded", warning, "members of an array are missing"},
    {"array-frozen", warning, "an array's background work is frozen"},
    {"array-sync-pending", warning, "an array is not in sync and waits to be"},
    {"array-sync-running", warning, "an array is resyncing, recovering or being checked"},
    {"array-reshaping", warning, "an array's geometry is changing"},
    {"geometry-of-layer-below", info, "a map without a stripe of its own"},
    {"thin-chunk", info, "the chunk of a thin pool"},
    {"geometry-unknown", warning,
     "hardware RAID that tells nothing: level, disks, strip are needed"},
    {"sector-size-mismatch", error, "sector or block size does not fit the device"},
    {"block-size-below-physical", warning, "blocks smaller than the drive's physical ones"},
    {"block-size-above-page-size", error, "blocks larger than a page need kernel 6.12"},
    {"use-4k-sectors", warning, "the device has, or may come to have, 4096-byte sectors"},
    {"large-read-ahead", warning, "a read-ahead that harms random reads"},
    {"read-ahead-changed", warning, "the read-ahead differs between two states"},
    {"read-amplification", warning, "the device reads more than was asked for"},
    {"scheduler", info, "the scheduler in use and those listed"},
    {"integrity-below", warning, "dm-integrity below: unwritten blocks read as errors"},
    // What may not be formatted
    {"in-use", refuse, "mounted or swapped to"},
    {"held", refuse, "used by an array, a volume or a map"},
    {"member", refuse, "marked as part of an array, a volume group, a pool or a map"},
    {"signature", refuse, "carries a filesystem, swap or other data"},
    {"read-only", refuse, "read-only"},
    {"removable", warning, "removable: needs consent"},
    {"usb", warning, "on USB: needs consent"},
    {"name-moved", refuse, "a kernel name that now means another disk"},
    {"force-removes-last-guard", warning, "mkfs called with force"},
    // XFS and ext formats
    {"xfs-v4", error, "XFS without checksums, not mounted by newer kernels"},
    {"xfs-too-small", error, "the device is too small for XFS"},
    {"device-too-small", error, "the device is too small for the filesystem"},
    {"no-ftype", warning, "XFS without ftype, which overlayfs needs"},
    {"large-directory-blocks", warning, "XFS directory blocks above the default"},
    {"mkfs-refused", error, "mkfs refused its options"},
    {"inode-exhaustion", error, "inodes are used up while there is space"},
    {"few-inodes", warning, "few inodes for the size"},
    {"feature-needs-new-tools", info, "a feature that older tools and boot loaders cannot read"},
    {"no-extents", info, "ext4 without extents"},
    {"growth-limit", warning, "near or beyond the size to which the filesystem can grow"},
    {"filesystem-damaged", error, "errors are recorded in the filesystem"},
    {"device-errors", error, "the device reports errors"},
    // Mount options
    {"unknown-mount-option", warning, "an option that no table of fstune has"},
    {"option-of-other-filesystem", error, "an option that another filesystem takes"},
    {"removed-mount-option", error, "an option that the kernel no longer takes: the mount fails"},
    {"mount-option-will-be-removed", warning, "an option that a later kernel no longer takes"},
    {"no-op-mount-option", warning, "an option that does nothing"},
    {"mount-option-too-new", error, "an option that this kernel does not take yet"},
    {"mount-option-refused", error, "the kernel refused an option"},
    {"contradictory-options", warning, "options that undo each other; the last wins"},
    {"refused-combination", error, "options that the kernel refuses together"},
    {"redundant-option", info, "an option that changes nothing"},
    {"unsafe-mount-option", warning, "an option that can lose or expose data"},
    {"long-commit-interval", warning, "seconds of changes that a crash can lose"},
    {"bad-option-value", error, "a value that the kernel refuses"},
    {"value-not-as-written", warning, "a value that the kernel takes but changes"},
    {"data-mode-on-root", error, "data= cannot be changed by the remount of /"},
    {"data-journal-side-effects", warning, "what data=journal switches off"},
    {"free-space-tree-conflict", error, "a btrfs option that a free space tree refuses"},
    {"synchronous-discard", warning, "btrfs discard that stalls the system"},
    {"autodefrag-broken", error, "autodefrag on a kernel where it is broken"},
    {"autodefrag-write-amplification", warning, "autodefrag under small random writes"},
    {"mount-failed", error, "a mount failed"},
    // fstab
    {"bad-fstab-line", error, "a line that mount cannot use"},
    {"kernel-name-in-fstab", warning, "a device name that can change at every boot"},
    {"missing-nofail", warning, "a missing device would stop the boot"},
    {"nofail-on-root", warning, "nofail where it means nothing"},
    {"nofail-with-fsck", warning, "a failed check stops the boot in spite of nofail"},
    {"fsck-pass-not-zero", warning, "a pass number for what has no check at boot"},
    {"fsck-pass-order", info, "pass 1 for another filesystem than /"},
    {"duplicate-mount-point", warning, "two lines for one mount point"},
    // Results of benchmarks
    {"fio-result", info, "fio's figures, brought to bytes, seconds and microseconds"},
    {"fio-note", warning, "a message of fio beside its JSON"},
    {"fio-old-units", info, "units of fio 2.x, converted"},
    {"fio-job-failed", error, "a fio job ended with an error"},
    {"queue-depth-capped", warning, "a queue depth that a synchronous engine cannot have"},
    {"cached-result", error, "a result of memory, not of the device"},
    {"implausible-result", error, "a result that the device cannot give"},
    {"buffered-run", info, "a run through the page cache"},
    {"size-is-per-job", warning, "fio's size counts for each job"},
    {"lazy-initialisation", warning, "background work of a fresh ext4 disturbs probes"},
    {"unsafe-profile", warning, "a profile that keeps metadata once"},
    {"metadata-profile-not-given", info, "a btrfs default that changed between versions"},
    {"too-fast-to-time", warning, "bonnie++ figures that are missing, not 0"},
    {"benchmark-result", info, "figures of a benchmark"},
    {"starved-requests", warning, "requests that took over 10 seconds"},
    {"no-difference", info, "ministat proves no difference"},
    {"difference", info, "ministat proves a difference"},
    {"too-few-runs", warning, "too few runs for a verdict"},
    {"order-confounded", warning, "one side ran before the other"},
    {"trade-off", warning, "better in one metric, worse in another"},
    {"best-of-row", info, "the best of a row"},
    {"tie", info, "columns of a row that do not differ"},
    {"best-overall", info, "best or tied in every row"},
    {"write-amplification", warning, "an option multiplies what is written"},
    {"level-shift", warning, "a series that changes its level"},
    {"filesystem-full", warning, "a nearly full filesystem"},
    {"enough-runs", info, "a comparison with enough runs for a verdict"},
    {"data-set-too-small", warning, "a data set that fits memory"},
});

}  // namespace

std::span<const Code> codes() { return table; }

const Code* code(std::string_view name) {
    const auto at = std::ranges::find(table, name, &Code::name);
    return at == table.end() ? nullptr : &*at;
}

}  // namespace fstune::knowledge::diagnosis
