// What a workload measured, as lines of tiobench's tables: one for each of its phases.
// Threads: safe.
#pragma once

#include <string>
#include <vector>

#include "knowledge/readers/tiobench.h"
#include "probes/workloads/workload.h"

namespace fstune::tuner {

// "seq-read" is tiobench's "sequential-read"; other workloads keep their name.
std::string table_phase(const std::string& workload);

struct PhaseFigures {
    knowledge::TiobenchRow row;
    probes::LatencyHistogram latencies;
};

struct FiguresOf {
    std::string workload, label;
    int threads = 0;
    std::uint64_t size = 0;  // data set in bytes
};
std::vector<PhaseFigures> figures(const probes::Workload& workload,
                                  const probes::WorkloadResult& result, const FiguresOf& of);

// Average, maximum, percentiles and shares; nothing changes where nothing was counted.
void set_latencies(knowledge::TiobenchRow& row, const probes::LatencyHistogram& latencies);

}  // namespace fstune::tuner
