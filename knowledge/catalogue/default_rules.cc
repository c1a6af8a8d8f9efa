#include "knowledge/catalogue/default_rules.h"

#include <algorithm>
#include <bit>
#include <map>

#include "knowledge/catalogue/versions.h"

namespace fstune::knowledge {

namespace {

constexpr std::int64_t mebi = std::int64_t{1} << 20;
constexpr std::int64_t gibi = std::int64_t{1} << 30;
constexpr std::int64_t tebi = std::int64_t{1} << 40;

std::int64_t size_of(const DeviceFacts& device) { return static_cast<std::int64_t>(device.size); }

// A stripe shows only where the best size of I/O is a multiple of the smallest, larger than it,
// and the smallest is larger than a sector of the disk.
bool striped(const DeviceFacts& device) {
    const auto& queue = device.queue;
    return queue.minimum_io_size > queue.physical_block_size &&
           queue.optimal_io_size > queue.minimum_io_size &&
           queue.optimal_io_size % queue.minimum_io_size == 0;
}

Value ext_block_size(const DeviceFacts& d) {
    const auto by_size = std::int64_t{size_of(d) < 512 * mebi ? 1024 : 4096};
    const auto sector = static_cast<std::int64_t>(d.queue.physical_block_size);
    return std::max(by_size, std::min(sector, std::int64_t{4096}));
}

Value ext_inode_ratio(const DeviceFacts& d) {
    const auto size = size_of(d);
    return std::int64_t{size < 3 * mebi     ? 8192
                        : size < 512 * mebi ? 4096
                        : size < 4 * tebi   ? 16384
                        : size < 16 * tebi  ? 32768
                                            : 65536};
}

Value ext_blocks_per_group(const DeviceFacts& d) {
    return std::get<std::int64_t>(ext_block_size(d)) * 8;
}

Value ext_journal_size(const DeviceFacts& d) {
    const auto block = std::get<std::int64_t>(ext_block_size(d));
    const auto blocks = size_of(d) / block;
    const auto journal = blocks < 32768      ? 1024
                         : blocks < 262144   ? 4096
                         : blocks < 524288   ? 8192
                         : blocks < 4194304  ? 16384
                         : blocks < 8388608  ? 32768
                         : blocks < 16777216 ? 65536
                         : blocks < 33554432 ? 131072
                                             : 262144;
    return std::int64_t{journal} * block / mebi;
}

Value xfs_agcount(const DeviceFacts& d) {
    const auto size = size_of(d);
    if (striped(d)) {
        const int shift = size >= 4 * tebi     ? 0
                          : size > 512 * gibi  ? 5
                          : size > 8 * gibi    ? 4
                          : size >= 128 * mebi ? 3
                                               : 2;
        if (shift > 0) return std::int64_t{1} << shift;
    }
    if (size >= 4 * tebi) return (size + tebi - 1) / tebi;
    return std::int64_t{size >= 128 * mebi ? 4 : size > 32 * mebi ? 2 : 1};
}

Value xfs_log_size(const DeviceFacts& d) {
    return std::clamp<std::int64_t>(size_of(d) / 2048 / mebi, 64, 2038);
}

std::int64_t chunk(const DeviceFacts& d) {
    return striped(d) ? static_cast<std::int64_t>(d.queue.minimum_io_size) : 0;
}

std::int64_t stripe(const DeviceFacts& d) {
    return striped(d) ? static_cast<std::int64_t>(d.queue.optimal_io_size) : 0;
}

// mke2fs believes both hints, each for itself, and asks not whether they make a stripe.
std::int64_t in_ext_blocks(std::uint64_t hint) {
    constexpr std::uint64_t block = 4096;
    return static_cast<std::int64_t>(hint > block ? hint / block : 0);
}

Value ext_stride(const DeviceFacts& d) { return in_ext_blocks(d.queue.minimum_io_size); }

Value ext_stripe_width(const DeviceFacts& d) {
    const auto& queue = d.queue;
    return in_ext_blocks(queue.optimal_io_size == 0 ? queue.minimum_io_size
                                                    : queue.optimal_io_size);
}

Value xfs_imaxpct(const DeviceFacts& d) {
    return std::int64_t{size_of(d) < tebi ? 25 : size_of(d) < 50 * tebi ? 5 : 1};
}

Value xfs_log_su(const DeviceFacts& d) {
    return chunk(d) > std::int64_t{256} * 1024 ? std::int64_t{32768} : chunk(d);
}

Value jfs_log_size(const DeviceFacts& d) {
    return std::clamp<std::int64_t>(size_of(d) / 256 / mebi, 1, 128);
}

// f2fs counts as small what has at most 16 GiB.
Value f2fs_alloc_mode(const DeviceFacts& d) {
    return size_of(d) <= 16 * gibi ? std::string("reuse") : std::string("default");
}

bool can_discard(const DeviceFacts& d) { return d.queue.discard_max_bytes > 0; }
bool caches_writes(const DeviceFacts& d) { return d.queue.write_cache == "write back"; }

using Rule = Value (*)(const DeviceFacts&);

const std::map<std::string, Rule>& queue_rules() {
    static const std::map<std::string, Rule> rules = {
        {"queue_read_ahead_kb",
         [](const DeviceFacts& d) -> Value { return d.queue.read_ahead_kb; }},
        {"queue_scheduler", [](const DeviceFacts& d) -> Value { return d.queue.scheduler; }},
        {"queue_nr_requests", [](const DeviceFacts& d) -> Value { return d.queue.nr_requests; }},
        {"queue_max_sectors_kb",
         [](const DeviceFacts& d) -> Value { return d.queue.max_sectors_kb; }},
        {"queue_write_cache", [](const DeviceFacts& d) -> Value { return d.queue.write_cache; }},
        {"queue_rotational", [](const DeviceFacts& d) -> Value { return d.queue.rotational; }},
        {"queue_wbt",
         [](const DeviceFacts& d) -> Value {
             return std::int64_t{d.queue.rotational ? 75000 : 2000};
         }},
    };
    return rules;
}

std::optional<Value> machine_rule(const std::string& rule, const DeviceFacts& device,
                                  const MachineFacts& machine) {
    if (rule == "btrfs_thread_pool") return std::min<std::int64_t>(machine.processors + 2, 8);
    if (rule == "btrfs_discard")
        return can_discard(device) && !too_old_for(machine, "kernel 6.2") ? std::string("async")
                                                                          : std::string("off");
    return std::nullopt;
}

}  // namespace

std::optional<Value> default_by_rule(const std::string& rule, const DeviceFacts& device,
                                     const MachineFacts& machine) {
    static const std::map<std::string, Rule> rules = {
        {"ext_block_size", ext_block_size},
        {"ext_journal_size", ext_journal_size},
        {"ext_stride", ext_stride},
        {"ext_stripe_width", ext_stripe_width},
        {"xfs_agcount", xfs_agcount},
        {"xfs_log_size", xfs_log_size},
        {"xfs_su", [](const DeviceFacts& d) -> Value { return chunk(d); }},
        {"xfs_sw",
         [](const DeviceFacts& d) -> Value { return chunk(d) == 0 ? 0 : stripe(d) / chunk(d); }},
        {"ext_inode_ratio", ext_inode_ratio},
        {"ext_blocks_per_group", ext_blocks_per_group},
        {"xfs_sector_size",
         [](const DeviceFacts& d) -> Value {
             return static_cast<std::int64_t>(d.queue.physical_block_size);
         }},
        {"xfs_imaxpct", xfs_imaxpct},
        {"xfs_log_su", xfs_log_su},
        {"xfs_logbsize",
         [](const DeviceFacts& d) -> Value {
             return std::max(std::int64_t{32768}, std::get<std::int64_t>(xfs_log_su(d)));
         }},
        {"xfs_sunit", [](const DeviceFacts& d) -> Value { return chunk(d) / 512; }},
        {"xfs_swidth", [](const DeviceFacts& d) -> Value { return stripe(d) / 512; }},
        {"f2fs_overprovision", [](const DeviceFacts&) -> Value { return std::int64_t{0}; }},
        {"f2fs_flush_merge", [](const DeviceFacts& d) -> Value { return caches_writes(d); }},
        {"f2fs_alloc_mode", f2fs_alloc_mode},
        {"jfs_log_size", jfs_log_size},
    };
    if (const auto found = rules.find(rule); found != rules.end()) return found->second(device);
    if (const auto found = queue_rules().find(rule); found != queue_rules().end())
        return found->second(device);
    return machine_rule(rule, device, machine);
}

}  // namespace fstune::knowledge
