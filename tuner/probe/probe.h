// `fstune probe`: workloads on a mounted filesystem, each with each number of threads, several
// times over. Measures and keeps; printing is tables.h.
//
// Units: as knowledge/readers/tiobench.h for the figures; bytes for sizes.
// Errors: usage, where workloads do not fit the place. A run that failed is data: the others go on.
// Effects: those of the workloads, in the folder that it is given.
// Threads: one at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "knowledge/readers/tiobench.h"
#include "probes/meters/latency_histogram.h"
#include "probes/workloads/workload.h"

namespace fstune::tuner {

struct ProbeSettings {
    std::vector<std::string> workloads = {};
    std::vector<int> threads = {};
    int runs = 1;
    std::uint64_t size = 0;  // data set in bytes
    std::chrono::nanoseconds length = std::chrono::seconds(2);
    std::uint64_t seed = 1;
    double compressible = 0.5;
    std::string label = {};  // the tables' identifier
    std::stop_token stop = {};
};

// One line of a table: a phase of a workload with so many threads.
struct ProbeCell {
    std::string workload;
    int threads = 0;
    std::vector<knowledge::TiobenchRow> runs;  // what each came to, in their order
    knowledge::TiobenchRow row;                // all of them together
    probes::LatencyHistogram latencies;        // of all of them
};

struct ProbeFailure {
    std::string workload;
    int threads = 0, run = 0;
    std::string reason;
};

struct ProbeWarning {
    std::string workload;
    std::string where;  // "4 threads", "folder 2 of 3"
    std::string text;
};

struct ProbeResult {
    std::vector<ProbeCell> cells;
    std::vector<ProbeFailure> failures;
    std::vector<ProbeWarning> warnings;
    bool interrupted = false;
};

struct ProbeProgress {
    std::string workload;
    int threads = 0, run = 0;
    std::size_t done = 0, all = 0;  // measurements
};

struct ProbeHooks {
    std::function<Result<std::unique_ptr<probes::Workload>>(const std::string&)> make;
    std::function<Result<probes::WorkloadPlace>()> place;  // an empty folder, for each measurement
    std::function<void(const ProbeProgress&)> progress = [](const ProbeProgress&) {};
};

Result<ProbeResult> probe(const ProbeSettings& settings, const ProbeHooks& hooks);

// The mean of the rates with their deviation; latencies are of all runs together.
knowledge::TiobenchRow together(const std::vector<knowledge::TiobenchRow>& runs,
                                const probes::LatencyHistogram& latencies);

}  // namespace fstune::tuner
