#include "tuner/probe/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "search/statistics/sample.h"
#include "tuner/probe/figures.h"

namespace fstune::tuner {

namespace {

using knowledge::TiobenchRow;

class Probing {
  public:
    Probing(const ProbeSettings& settings, const ProbeHooks& hooks)
        : settings_(settings), hooks_(hooks) {}

    Result<ProbeResult> run();

  private:
    Result<void> measure(const std::string& name, int threads, int run);
    Result<probes::WorkloadResult> run_once(probes::Workload& workload, int threads, int run);
    void keep(const std::string& workload, const PhaseFigures& figures);
    void warn(const std::string& workload, int threads, const std::vector<std::string>& warnings);

    const ProbeSettings& settings_;
    const ProbeHooks& hooks_;
    ProbeResult result_;
    std::size_t done_ = 0;
};

// Run by run, and not place by place in the table: what changes in the machine meanwhile then
// changes all lines alike, and shows as deviation.
Result<ProbeResult> Probing::run() {
    for (int run = 1; run <= settings_.runs; ++run)
        for (const auto& workload : settings_.workloads)
            for (const int threads : settings_.threads) {
                if (auto done = measure(workload, threads, run); !done) {
                    if (done.error().code != ErrorCode::interrupted)
                        return tl::unexpected(done.error());
                    result_.interrupted = true;
                    return std::move(result_);
                }
            }
    return std::move(result_);
}

Result<void> Probing::measure(const std::string& name, int threads, int run) {
    const auto all = settings_.workloads.size() * settings_.threads.size() *
                     static_cast<std::size_t>(settings_.runs);
    hooks_.progress({name, threads, run, done_, all});
    auto workload = hooks_.make(name);
    if (!workload) return tl::unexpected(workload.error());
    const auto measured = run_once(**workload, threads, run);
    ++done_;
    if (settings_.stop.stop_requested()) return fail(ErrorCode::interrupted, "interrupted");
    if (!measured) {
        result_.failures.push_back({name, threads, run, measured.error().message});
        return {};
    }
    for (const auto& phase :
         figures(**workload, *measured, {name, settings_.label, threads, settings_.size}))
        keep(name, phase);
    warn(name, threads, measured->warnings);
    return {};
}

Result<probes::WorkloadResult> Probing::run_once(probes::Workload& workload, int threads, int run) {
    const auto place = hooks_.place();
    if (!place) return tl::unexpected(place.error());
    if (const auto reason = workload.unsuitable(*place))
        return fail(ErrorCode::unsupported, *reason);
    probes::WorkloadSettings workload_settings;
    workload_settings.length = settings_.length;
    workload_settings.seed = settings_.seed + static_cast<std::uint64_t>(run) - 1;
    workload_settings.threads = threads;
    workload_settings.size = settings_.size;
    workload_settings.compressible = settings_.compressible;
    workload_settings.stop = settings_.stop;
    return workload.run(*place, workload_settings);
}

void Probing::keep(const std::string& workload, const PhaseFigures& figures) {
    const auto& row = figures.row;
    const auto same = [&](const ProbeCell& cell) {
        return cell.workload == workload && cell.threads == row.threads &&
               cell.row.phase == row.phase;
    };
    auto cell = std::ranges::find_if(result_.cells, same);
    if (cell == result_.cells.end())
        cell = result_.cells.insert(result_.cells.end(), {workload, row.threads, {}, row, {}});
    cell->runs.push_back(row);
    cell->latencies.add(figures.latencies);
    cell->row = together(cell->runs, cell->latencies);
}

void Probing::warn(const std::string& workload, int threads,
                   const std::vector<std::string>& warnings) {
    for (const auto& text : warnings)
        result_.warnings.push_back({workload, fmt::format("{} threads", threads), text});
}

double mean_of(const std::vector<TiobenchRow>& runs, double TiobenchRow::*figure) {
    double sum = 0;
    for (const auto& run : runs) sum += run.*figure;
    return sum / static_cast<double>(runs.size());
}

}  // namespace

TiobenchRow together(const std::vector<TiobenchRow>& runs,
                     const probes::LatencyHistogram& latencies) {
    auto row = runs.front();
    std::vector<double> rates;
    for (const auto& run : runs) rates.push_back(run.rate);
    const auto sample = search::sample_of(rates);
    row.runs = static_cast<int>(runs.size());
    row.rate = sample.mean;
    row.rate_deviation = runs.size() > 1 ? sample.deviation : 0;
    row.cpu_percent = mean_of(runs, &TiobenchRow::cpu_percent);
    row.cpu_efficiency = row.rate / row.cpu_percent * 100;
    if (!std::isfinite(row.cpu_efficiency)) row.cpu_efficiency = std::nan("");
    if (row.kernel_cpu_percent) {
        double sum = 0;
        for (const auto& run : runs) sum += run.kernel_cpu_percent.value_or(0);
        row.kernel_cpu_percent = sum / static_cast<double>(runs.size());
    }
    set_latencies(row, latencies);
    return row;
}

Result<ProbeResult> probe(const ProbeSettings& settings, const ProbeHooks& hooks) {
    return Probing(settings, hooks).run();
}

}  // namespace fstune::tuner
