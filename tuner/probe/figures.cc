#include "tuner/probe/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fstune::tuner {

namespace {

using knowledge::TiobenchRow;

constexpr double mebi = 1 << 20;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

constexpr std::array<std::pair<const char*, const char*>, 4> names = {
    {{"seq-read", "sequential-read"},
     {"rand-read", "random-read"},
     {"seq-write", "sequential-write"},
     {"rand-write", "random-write"}}};

std::optional<double> metric(const probes::WorkloadResult& result, const char* name) {
    const auto found = result.metrics.find(name);
    if (found == result.metrics.end()) return std::nullopt;
    return found->second;
}

void set_processor(TiobenchRow& row, double percent) {
    row.cpu_percent = percent;
    row.cpu_efficiency = percent > 0 ? row.rate / percent * 100 : unknown;
}

// In tiobench's four phases the rate is in MB/s, whatever a workload itself counts.
void set_rate(TiobenchRow& row, const probes::WorkloadPhase& phase, bool in_bytes) {
    row.rate = phase.rate;
    row.unit = phase.unit;
    if (phase.operations > 0)
        row.block_bytes =
            std::round(static_cast<double>(phase.bytes) / static_cast<double>(phase.operations));
    if (!in_bytes || phase.seconds <= 0) return;
    row.rate = static_cast<double>(phase.bytes) / 1e6 / phase.seconds;
    row.unit = "MB/s";
}

}  // namespace

std::string table_phase(const std::string& workload) {
    for (const auto& [ours, tables] : names)
        if (workload == ours) return tables;
    return workload;
}

void set_latencies(TiobenchRow& row, const probes::LatencyHistogram& latencies) {
    if (latencies.total() == 0) return;
    constexpr double ns_in_ms = 1e6;
    constexpr std::uint64_t second = 1'000'000'000;
    const auto at = [&](double share) {
        return static_cast<double>(latencies.percentile(share)) / ns_in_ms;
    };
    row.latency_avg_ms = latencies.mean() / ns_in_ms;
    row.latency_max_ms = static_cast<double>(latencies.maximum()) / ns_in_ms;
    row.pct_over_2s = 100 * latencies.share_above(2 * second);
    row.pct_over_10s = 100 * latencies.share_above(10 * second);
    row.percentiles = {.p50 = at(0.5), .p90 = at(0.9), .p99 = at(0.99), .p999 = at(0.999)};
}

std::vector<PhaseFigures> figures(const probes::Workload& workload,
                                  const probes::WorkloadResult& result, const FiguresOf& of) {
    const auto name = table_phase(of.workload);
    TiobenchRow common{.phase = name,
                       .identifier = of.label,
                       .unit = workload.metric().unit,
                       .file_size_mb = static_cast<double>(of.size) / mebi,
                       .threads = of.threads,
                       .rate = result.value,
                       .cpu_percent = unknown,
                       .latency_avg_ms = unknown,
                       .latency_max_ms = unknown,
                       .pct_over_2s = unknown,
                       .pct_over_10s = unknown,
                       .cpu_efficiency = unknown,
                       .kernel_cpu_percent = metric(result, "cpu_kernel_threads_percent")};
    if (const auto percent = metric(result, "cpu_workload_percent"))
        set_processor(common, *percent);
    if (result.phases.empty()) return {{common, {}}};
    std::vector<PhaseFigures> all;
    for (const auto& phase : result.phases) {
        auto row = common;
        if (result.phases.size() > 1) row.phase += "/" + phase.name;
        set_rate(row, phase, name != of.workload);
        if (phase.seconds > 0 && phase.cpu_seconds > 0)
            set_processor(row, 100 * phase.cpu_seconds / phase.seconds);
        set_latencies(row, phase.latencies);
        all.push_back({std::move(row), phase.latencies});
    }
    return all;
}

}  // namespace fstune::tuner
