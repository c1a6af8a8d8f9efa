// `fstune probe --scaling`: a workload on one, two, ... folders at once, round by round, and where
// its throughput stops growing.
//
// Units: of the workload's metric; totals are sums over the folders.
// Errors: usage. A measurement that failed in any folder is data: its round has no such level.
// Effects: those of the workloads, in the folders they are given, one thread for each of them.
// Threads: one at a time.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "search/statistics/scaling.h"
#include "tuner/probe/probe.h"

namespace fstune::tuner {

struct ScalingMeasurement {
    int round = 0;
    std::vector<double> each;  // by folder, in the order given
    double total() const;
};

struct ScalingLevel {
    int folders = 0;
    std::vector<ScalingMeasurement> rounds;
};

struct ScalingTable {
    std::string workload, unit;
    std::vector<ScalingLevel> levels;  // ascending
    // Nothing where too few rounds can tell.
    std::optional<search::MeasuredScaling> verdict;
};

struct ScalingResult {
    std::vector<ScalingTable> tables;
    std::vector<ProbeFailure> failures;  // with the folder in the reason
    std::vector<ProbeWarning> warnings;
    bool interrupted = false;
};

struct ScalingHooks {
    std::function<Result<std::unique_ptr<probes::Workload>>(const std::string&)> make;
    // An empty folder on filesystem `index`.
    std::function<Result<probes::WorkloadPlace>(std::size_t index)> place;
    std::function<void(const ProbeProgress&)> progress = [](const ProbeProgress&) {};
};

constexpr double scaling_confidence = 0.95, scaling_min_gain = 0.02;

Result<ScalingResult> probe_scaling(const ProbeSettings& settings, std::size_t folders,
                                    const ScalingHooks& hooks);

// "stops growing at 3 folders; ...", and what it rests on.
std::string scaling_verdict(const ScalingTable& table);

}  // namespace fstune::tuner
