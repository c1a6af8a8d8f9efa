// What threads did in a stretch of time: counted by each for itself, then joined.
//
// Units: bytes, seconds; the course in operations for each tenth of a second.
// Threads: one at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "probes/meters/latency_histogram.h"
#include "probes/workloads/workload.h"

namespace fstune::probes {

using SteadyClock = std::chrono::steady_clock;

inline double seconds(SteadyClock::duration duration) {
    return std::chrono::duration<double>(duration).count();
}

struct Measured {
    std::uint64_t operations = 0;
    std::uint64_t bytes = 0;  // all of them
    std::uint64_t bytes_written = 0;
    double seconds = 0;                 // all of it, the last sync included
    double sync_seconds = 0;            // the last sync alone
    double cpu_seconds = 0;             // of this process
    std::uint64_t passes = 0;           // most often that a range was gone through, begun ones too
    std::vector<std::uint64_t> course;  // operations
    LatencyHistogram latencies;         // of each operation

    // An operation that moved so many bytes, in a stretch that began at `start`. Where it wrote,
    // the caller adds to bytes_written.
    void note(SteadyClock::time_point start, SteadyClock::time_point before,
              SteadyClock::time_point now, std::uint64_t size);
    void add(const Measured& other);   // what another thread did meanwhile
    void then(const Measured& later);  // what the same threads did afterwards
};

constexpr auto course_step = std::chrono::milliseconds(100);

// User and system time of this process so far.
double process_cpu_seconds();

// Operations or megabytes a second, whichever the unit asks for ("MB/s").
double rate(const std::string& unit, std::uint64_t operations, std::uint64_t bytes, double seconds);

WorkloadPhase phase(const std::string& name, const std::string& unit, const Measured& measured);
// latency_mean_us, latency_p99_us, latency_over_2s_share, ...
void add_latencies(WorkloadResult& result, const LatencyHistogram& latencies);
// The course as samples in the unit, where each operation is of about the same size, and from
// where on it was steady. Of a result that is there already and only read, the rate becomes that
// of the steady part.
void add_course(WorkloadResult& result, const std::string& unit, const Measured& measured);

}  // namespace fstune::probes
