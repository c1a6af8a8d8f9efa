// What is done to a mounted filesystem while it is measured. One file a workload; the list is in
// workloads.h. A workload is deterministic for a seed, destroys only what it made below its
// directory, and counts writes only once they are on the device.
//
// Units: each metric names its own ("MB/s" is 10^6 bytes a second).
// Errors: run() gives failed / timed_out / interrupted with what was being done to which file.
// Threads: a workload starts its own threads and joins them before it returns.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "probes/meters/latency_histogram.h"

namespace fstune::probes {

struct Metric {
    std::string name;  // "throughput"
    std::string unit;  // "MB/s"
    bool higher_is_better = true;
};

struct WorkloadPlace {
    std::string directory;    // on the mounted filesystem, empty at first
    std::string device = {};  // the block device below it ("/dev/loop3"); empty: unknown
    std::uint64_t free_bytes = 0;
    std::uint64_t memory = 0;  // of the machine, bytes
    // Where fstune itself has mounted the filesystem at `directory`, and a workload may unmount it
    // and mount it again: its type, and the options as they are given to mount.
    std::string filesystem = {}, mount_options = {};
    // The filesystem is thrown away after the workload: what it made need not be removed.
    bool disposable = false;
    // Called by the meters right before the measuring begins, each time; may wait, for workloads in
    // other places that are to begin at the same moment.
    std::function<void()> before_measuring = {};
};

// How a file's data is reached: through the page cache, past it (O_DIRECT), or by mapping it.
enum class AccessMode { buffered, direct, mmap };

// All that can be chosen. 0, or nothing, is the workload's own default (its preset); a workload
// takes no notice of what it has no use for. Checked by check() in settings.h.
struct WorkloadSettings {
    std::chrono::nanoseconds length{};  // of measuring
    std::uint64_t seed = 1;
    int threads = 0;              // 1 to 256
    std::uint64_t files = 0;      // in all; for those that make files, at most so many
    std::uint64_t file_size = 0;  // bytes each, the largest where it varies
    std::uint64_t size = 0;       // data set in bytes, instead of file_size
    std::uint64_t block = 0;      // bytes an operation
    int queue_depth = 0;          // operations under way at once for each thread
    std::optional<AccessMode> mode = {};
    std::optional<bool> fsync = {};  // after each write, or each file; all ends with a sync anyway
    double compressible = 0.5;       // share of each block that compresses away; 0: none
    bool guarded = false;            // what follows the workload for the guards runs too
    std::stop_token stop = {};
};

// A part of a workload with a rate of its own ("create", "remove"), as tables show it.
struct WorkloadPhase {
    std::string name;
    std::string unit;  // of `rate`: "files/s"
    double rate = 0;   // over `seconds`
    std::uint64_t operations = 0, bytes = 0;
    double seconds = 0;       // all of it, the sync included
    double sync_seconds = 0;  // the last sync alone
    double cpu_seconds = 0;   // of this process, user and system
    LatencyHistogram latencies = {};
};

struct WorkloadResult {
    double value = 0;                       // in the metric's unit
    std::vector<double> samples;            // the course over time, same unit
    std::vector<WorkloadPhase> phases;      // in the order they ran, at least one
    std::map<std::string, double> metrics;  // latency_p99_us, cpu_percent, sync_share, ...
    std::map<std::string, double> seconds;  // prepare, measure, sync, clean
    std::vector<std::string> warnings = {};
    // The courses of a workload that is made of several, each in its own unit.
    std::map<std::string, std::vector<double>> goal_samples = {};
};

class Workload {
  public:
    virtual ~Workload() = default;
    virtual std::string name() const = 0;
    virtual std::string summary() const = 0;  // one line
    virtual Metric metric() const = 0;
    // The reason why not, where this place does not do (too small, not supported).
    virtual std::optional<std::string> unsuitable(const WorkloadPlace& place) const = 0;
    virtual Result<WorkloadResult> run(const WorkloadPlace& place,
                                       const WorkloadSettings& settings) = 0;
};

}  // namespace fstune::probes
