#include "knowledge/starting_points.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>

#include "knowledge/constraints.h"
#include "knowledge/domain.h"

namespace fstune::knowledge {

namespace {

using Request = StartingPointRequest;
using Make = std::optional<Value> (*)(const Request&);

struct Rule {
    std::string field;  // with the filesystem before it: "xfs.allocsize"; ".atime": of each
    std::vector<std::string> goals;  // empty: every one
    Make make;
    std::string why, source;
};

Value whole(std::uint64_t number) { return static_cast<std::int64_t>(number); }

// mkfs believes hints that are no stripe; then it must be told that there is none.
std::optional<Value> no_stripe(const Request& request) {
    const auto& queue = request.device.queue;
    if (request.stripe || std::max(queue.minimum_io_size, queue.optimal_io_size) <= 4096)
        return std::nullopt;
    return whole(0);
}

bool usable(const Request& request) { return request.stripe && request.stripe->chunk % 4096 == 0; }

std::optional<Value> stride(const Request& request) {
    if (!usable(request)) return no_stripe(request);
    return whole(request.stripe->stride(4096));
}
std::optional<Value> stripe_width(const Request& request) {
    if (!usable(request)) return no_stripe(request);
    return whole(request.stripe->stripe_width(4096));
}
std::optional<Value> su(const Request& request) {
    if (!usable(request)) return no_stripe(request);
    return whole(request.stripe->su());
}
std::optional<Value> sw(const Request& request) {
    if (!usable(request)) return std::nullopt;
    return whole(static_cast<std::uint64_t>(request.stripe->sw()));
}

// Enough for every disk of two stripes to work at once, which is also what the kernel sets where it
// knows of the stripe; one disk's own may come from a hint that is none.
std::optional<Value> long_read_ahead(const Request& request) {
    const auto wanted = request.stripe ? 2 * request.stripe->width() / 1024 : 1024;
    const auto has = static_cast<std::uint64_t>(request.device.queue.read_ahead_kb);
    if (request.stripe && has >= wanted) return std::nullopt;
    return whole(std::clamp<std::uint64_t>(std::bit_ceil(wanted), 1024, 8192));
}
std::optional<Value> short_read_ahead(const Request&) { return whole(16); }
std::optional<Value> scheduler(const Request& request) {
    return Value{std::string(request.device.queue.rotational ? "mq-deadline" : "none")};
}
std::optional<Value> groups_for_processors(const Request& request) {
    const auto processors = static_cast<unsigned>(std::max(request.machine.processors, 1));
    return whole(std::bit_ceil(std::clamp(2 * processors, 8U, 32U)));
}
std::optional<Value> noatime(const Request&) { return Value{std::string("noatime")}; }
std::optional<Value> largest_buffer(const Request&) { return whole(262144); }
std::optional<Value> large_log(const Request&) { return whole(512); }
std::optional<Value> large_prealloc(const Request&) { return whole(std::uint64_t{64} << 20); }
std::optional<Value> more_flex(const Request&) { return whole(64); }
std::optional<Value> small_nodes(const Request&) { return whole(4096); }
std::optional<Value> in_place(const Request&) { return Value{false}; }

const std::vector<Rule>& geometry_rules() {
    static const std::vector<Rule> rules = {
        {"ext4.stride",
         {},
         stride,
         "one chunk of the array in blocks of 4 KiB; 0 where there is no stripe",
         "mke2fs(8) stride"},
        {"ext4.stripe_width",
         {},
         stripe_width,
         "data disks times stride: a write of whole stripes "
         "needs no read of parity",
         "mke2fs(8) stripe_width"},
        {"ext3.stride",
         {},
         stride,
         "one chunk of the array in blocks of 4 KiB; 0 where there is no stripe",
         "mke2fs(8) stride"},
        {"ext3.stripe_width",
         {},
         stripe_width,
         "data disks times stride",
         "mke2fs(8) stripe_width"},
        {"ext2.stride",
         {},
         stride,
         "one chunk of the array in blocks of 4 KiB; 0 where there is no stripe",
         "mke2fs(8) stride"},
        {"ext2.stripe_width",
         {},
         stripe_width,
         "data disks times stride",
         "mke2fs(8) stripe_width"},
        {"xfs.su", {}, su, "the chunk of the array", "mkfs.xfs(8) su"},
        {"xfs.sw", {}, sw, "its data disks", "mkfs.xfs(8) sw"},
    };
    return rules;
}

const std::vector<Rule>& goal_rules() {
    static const std::vector<Rule> rules = {
        {"queue.read_ahead_kb",
         {"seq-read"},
         long_read_ahead,
         "one reader keeps every disk busy only if two full stripes are asked for ahead",
         "kernel Documentation/block/queue-sysfs.rst, read_ahead_kb"},
        {"queue.read_ahead_kb",
         {"rand-read", "db"},
         short_read_ahead,
         "what is read ahead of a random read is thrown away",
         "kernel Documentation/block/queue-sysfs.rst, read_ahead_kb"},
        {"queue.scheduler",
         {},
         scheduler,
         "sorting helps where a head moves, and only costs time where none does",
         "kernel Documentation/block/deadline-iosched.rst"},
        {".atime", {}, noatime, "no write for a read", "mount(8) noatime"},
        {"ext4.journal_size",
         {"create", "db", "rand-write"},
         large_log,
         "many small changes fill a small journal and then wait for it",
         "mke2fs(8) -J size="},
        {"ext4.flex_bg_size",
         {"create", "seq-write"},
         more_flex,
         "metadata together, and longer free runs between",
         "mke2fs(8) -G"},
        {"ext3.journal_size",
         {"create", "db", "rand-write"},
         large_log,
         "many small changes fill a small journal and then wait for it",
         "mke2fs(8) -J size="},
        {"xfs.allocsize",
         {"seq-write", "seq-read"},
         large_prealloc,
         "long extents for files that grow together",
         "xfs(5) allocsize="},
        {"xfs.logbsize",
         {"create", "db", "rand-write"},
         largest_buffer,
         "fewer, larger writes to the log",
         "xfs(5) logbsize="},
        {"xfs.log_size",
         {"create", "db", "rand-write"},
         large_log,
         "many small changes fill a small log and then wait for it",
         "mkfs.xfs(8) -l size="},
        {"xfs.agcount",
         {"create"},
         groups_for_processors,
         "each group allocates on its own: enough for every processor",
         "mkfs.xfs(8) agcount="},
        {"btrfs.nodesize",
         {"create", "rand-write", "db"},
         small_nodes,
         "less metadata is copied for a small change",
         "mkfs.btrfs(8) --nodesize"},
        {"btrfs.datacow",
         {"db", "rand-write"},
         in_place,
         "overwriting in place does not scatter a file",
         "btrfs(5) nodatacow"},
    };
    return rules;
}

bool holds(const std::vector<std::int64_t>& levels, std::int64_t number) {
    return std::ranges::find(levels, number) != levels.end();
}

// A small device has no room for what suits a large one. What was broken before (half a stripe) is
// no reason: the other half may still come.
bool fits(const std::vector<Parameter>& parameters, const StartingPoint& point,
          const Configuration& before) {
    return broken_constraints(parameters, point.configuration).size() <=
           broken_constraints(parameters, before).size();
}

void apply(const Rule& rule, const Request& request, const std::vector<Parameter>& parameters,
           StartingPoint& point) {
    const auto& goals = rule.goals;
    if (!goals.empty() && std::ranges::find(goals, request.goal) == goals.end()) return;
    const auto name = rule.field.front() == '.' ? request.filesystem + rule.field : rule.field;
    const auto found = std::ranges::find(parameters, name, &Parameter::name);
    if (found == parameters.end() ||
        (found->filesystem != request.filesystem && found->filesystem != "queue"))
        return;
    const auto value = rule.make(request);
    if (!value || *value == found->default_value || !in_domain(found->domain, *value)) return;
    const auto before = point.configuration;
    point.configuration.values[name] = *value;
    if (point.configuration.values != before.values && !fits(parameters, point, before)) {
        point.configuration = before;
        return;
    }
    point.reasons.push_back({name, rule.why, rule.source});
}

}  // namespace

std::vector<StartingPoint> starting_points(const StartingPointRequest& request,
                                           const std::vector<Parameter>& given) {
    auto parameters = given;
    if (request.stripe) admit_geometry(*request.stripe, parameters);
    std::vector<StartingPoint> points;
    StartingPoint point{{request.filesystem, {}}, {}};
    for (const auto* rules : {&geometry_rules(), &goal_rules()}) {
        const auto before = point.reasons.size();
        for (const auto& rule : *rules) apply(rule, request, parameters, point);
        if (point.reasons.size() > before) points.push_back(point);
    }
    return points;
}

void admit_geometry(const Stripe& stripe, std::vector<Parameter>& parameters) {
    const StartingPointRequest request{"", "", {}, {}, stripe};
    for (const auto& rule : geometry_rules()) {
        const auto found = std::ranges::find(parameters, rule.field, &Parameter::name);
        const auto value = rule.make(request);
        if (found == parameters.end() || !value) continue;
        const auto number = std::get<std::int64_t>(*value);
        if (auto* levels = std::get_if<LevelsDomain>(&found->domain)) {
            if (holds(levels->values, number)) continue;
            levels->values.insert(std::ranges::upper_bound(levels->values, number), number);
        } else if (auto* range = std::get_if<IntegerDomain>(&found->domain)) {
            range->maximum = std::max(range->maximum, number);
        }
    }
}

}  // namespace fstune::knowledge
