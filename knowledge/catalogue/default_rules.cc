#include "knowledge/catalogue/default_rules.h"

#include <algorithm>
#include <bit>
#include <map>

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
    return std::int64_t{size_of(d) < 512 * mebi ? 1024 : 4096};
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

}  // namespace

std::optional<Value> default_by_rule(const std::string& rule, const DeviceFacts& device) {
    using Rule = Value (*)(const DeviceFacts&);
    static const std::map<std::string, Rule> rules = {
        {"ext_block_size", ext_block_size},
        {"ext_journal_size", ext_journal_size},
        {"ext_stride", [](const DeviceFacts& d) -> Value { return chunk(d) / 4096; }},
        {"ext_stripe_width", [](const DeviceFacts& d) -> Value { return stripe(d) / 4096; }},
        {"xfs_agcount", xfs_agcount},
        {"xfs_log_size", xfs_log_size},
        {"xfs_su", [](const DeviceFacts& d) -> Value { return chunk(d); }},
        {"xfs_sw",
         [](const DeviceFacts& d) -> Value { return chunk(d) == 0 ? 0 : stripe(d) / chunk(d); }},
        {"queue_read_ahead_kb",
         [](const DeviceFacts& d) -> Value { return d.queue.read_ahead_kb; }},
        {"queue_scheduler", [](const DeviceFacts& d) -> Value { return d.queue.scheduler; }},
        {"queue_nr_requests", [](const DeviceFacts& d) -> Value { return d.queue.nr_requests; }},
        {"queue_rotational", [](const DeviceFacts& d) -> Value { return d.queue.rotational; }},
    };
    const auto found = rules.find(rule);
    if (found == rules.end()) return std::nullopt;
    return found->second(device);
}

}  // namespace fstune::knowledge
