#include "knowledge/diagnosis/kinds/fio_rules.h"

#include <fmt/format.h>

#include "knowledge/units.h"

namespace fstune::knowledge::diagnosis {

namespace {

// What no disk does: below this a request was answered from memory.
constexpr double fastest_device_ns = 5000;
// Random requests a second of one rotating disk, generously: 15000 rpm with a deep queue.
constexpr double most_iops_of_a_hard_disk = 250;

std::string subject_of(const FioFacts& facts) {
    return facts.job.empty() ? facts.direction : fmt::format("{} {}", facts.job, facts.direction);
}

void check_cache(const FioFacts& facts, Findings& findings) {
    const bool fast_minimum = facts.latency_min_ns && *facts.latency_min_ns < fastest_device_ns;
    const bool fast_mean = facts.latency_mean_ns && *facts.latency_mean_ns < fastest_device_ns;
    if (facts.direct == true || (facts.synced && facts.direction == "write")) return;
    if (!fast_mean && !fast_minimum) return;
    findings.push_back(finding(
        "cached-result", subject_of(facts),
        fmt::format(
            "answered from memory, not from the device: {} latency {:.3g} us is below the 5 us "
            "that no disk does{}",
            fast_mean ? "mean" : "minimum",
            (fast_mean ? *facts.latency_mean_ns : *facts.latency_min_ns) / 1000,
            facts.direct ? ", and the run was buffered" : ""),
        "reject the run; use direct=1, or a data set of at least twice the memory",
        {{"latency_us", (fast_mean ? *facts.latency_mean_ns : *facts.latency_min_ns) / 1000}}));
}

void check_device(const FioFacts& facts, Findings& findings) {
    if (facts.device_bytes_per_s && facts.bytes_per_s > 1.5 * *facts.device_bytes_per_s)
        findings.push_back(finding(
            "implausible-result", subject_of(facts),
            fmt::format(
                "{}/s were reported while the device moved {}/s: most of it never reached the "
                "device",
                format_size(static_cast<std::uint64_t>(facts.bytes_per_s)),
                format_size(static_cast<std::uint64_t>(*facts.device_bytes_per_s))),
            "reject the run",
            {{"reported_bytes_per_s", facts.bytes_per_s},
             {"device_bytes_per_s", *facts.device_bytes_per_s}}));
    const double bound = facts.hard_disks * most_iops_of_a_hard_disk;
    if (facts.hard_disks > 0 && facts.random && facts.iops > bound)
        findings.push_back(finding(
            "implausible-result", subject_of(facts),
            fmt::format(
                "{:.0f} IOPS on {} hard disks: {:.0f} a disk, where one does at most about {:.0f}",
                facts.iops, facts.hard_disks, facts.iops / facts.hard_disks,
                most_iops_of_a_hard_disk),
            "reject the run",
            {{"iops", facts.iops},
             {"hard_disks", std::int64_t{facts.hard_disks}},
             {"upper_bound_iops", bound}}));
}

}  // namespace

void check_fio(const FioFacts& facts, const Context& context, Findings& findings) {
    check_cache(facts, findings);
    check_device(facts, findings);
    if (facts.direct != true && facts.bytes_asked != 0 && context.memory != 0 &&
        facts.bytes_asked / 2 < context.memory)
        findings.push_back(finding(
            "data-set-too-small", subject_of(facts),
            fmt::format("a data set of {} against {} of memory: the page cache hides the device",
                        format_size(facts.bytes_asked), format_size(context.memory)),
            "use at least twice the memory, or direct=1",
            {{"data_set_bytes", whole(facts.bytes_asked)},
             {"memory_bytes", whole(context.memory)}}));
}

}  // namespace fstune::knowledge::diagnosis
