#include "probes/workloads/measured.h"

#include <sys/resource.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "probes/meters/steady_state.h"

namespace fstune::probes {

namespace {

double seconds_of(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

constexpr double course_seconds = std::chrono::duration<double>(course_step).count();

std::uint64_t bytes_each(const Measured& measured) {
    return measured.operations > 0 ? measured.bytes / measured.operations : 0;
}

// Without the last one, in which the time was over.
std::span<const double> whole_tenths(std::span<const double> samples, const Measured& measured) {
    const double tenths = (measured.seconds - measured.sync_seconds) / course_seconds;
    constexpr double rounding = 1e-6;
    return samples.first(std::min(samples.size(), static_cast<std::size_t>(tenths + rounding)));
}

// Only of what is read: of written data, memory takes the beginning and the last sync pays for it.
void leave_out(std::size_t beginning, WorkloadResult& result, const Measured& measured) {
    auto& phase = result.phases.front();
    const double left = measured.seconds - static_cast<double>(beginning) * course_seconds;
    const auto before = std::accumulate(
        measured.course.begin(), measured.course.begin() + static_cast<std::ptrdiff_t>(beginning),
        std::uint64_t{0});
    const auto operations = measured.operations - before;
    phase.rate = rate(phase.unit, operations, operations * bytes_each(measured), left);
    result.value = phase.rate;
}

}  // namespace

void Measured::note(SteadyClock::time_point start, SteadyClock::time_point before,
                    SteadyClock::time_point now, std::uint64_t size) {
    bytes += size;
    ++operations;
    const auto tenth = static_cast<std::size_t>((now - start) / course_step);
    if (course.size() <= tenth) course.resize(tenth + 1);
    ++course[tenth];
    latencies.count(static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(now - before).count()));
}

void Measured::add(const Measured& other) {
    operations += other.operations;
    bytes += other.bytes;
    bytes_written += other.bytes_written;
    if (course.size() < other.course.size()) course.resize(other.course.size());
    for (std::size_t i = 0; i < other.course.size(); ++i) course[i] += other.course[i];
    passes = std::max(passes, other.passes);
    latencies.add(other.latencies);
}

void Measured::then(const Measured& later) {
    auto all = std::move(course);
    all.insert(all.end(), later.course.begin(), later.course.end());
    course.clear();
    add(later);
    course = std::move(all);
    seconds += later.seconds;
    sync_seconds += later.sync_seconds;
    cpu_seconds += later.cpu_seconds;
}

double process_cpu_seconds() {
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

double rate(const std::string& unit, std::uint64_t operations, std::uint64_t bytes,
            double seconds) {
    if (seconds <= 0) return 0;
    const bool in_bytes = unit == "MB/s";
    return (in_bytes ? static_cast<double>(bytes) / 1e6 : static_cast<double>(operations)) /
           seconds;
}

WorkloadPhase phase(const std::string& name, const std::string& unit, const Measured& measured) {
    return {name,
            unit,
            rate(unit, measured.operations, measured.bytes, measured.seconds),
            measured.operations,
            measured.bytes,
            measured.seconds,
            measured.sync_seconds,
            measured.cpu_seconds,
            measured.latencies};
}

void add_latencies(WorkloadResult& result, const LatencyHistogram& latencies) {
    const auto us = [](auto nanoseconds) { return static_cast<double>(nanoseconds) / 1e3; };
    constexpr std::uint64_t second = 1'000'000'000;
    result.metrics["latency_mean_us"] = us(latencies.mean());
    result.metrics["latency_max_us"] = us(latencies.maximum());
    result.metrics["latency_p50_us"] = us(latencies.percentile(0.5));
    result.metrics["latency_p99_us"] = us(latencies.percentile(0.99));
    result.metrics["latency_p999_us"] = us(latencies.percentile(0.999));
    result.metrics["latency_over_2s_share"] = latencies.share_above(2 * second);
    result.metrics["latency_over_10s_share"] = latencies.share_above(10 * second);
}

void add_course(WorkloadResult& result, const std::string& unit, const Measured& measured) {
    for (const auto operations : measured.course)
        result.samples.push_back(
            rate(unit, operations, operations * bytes_each(measured), course_seconds));
    const auto steady = steady_from(whole_tenths(result.samples, measured));
    result.metrics["steady"] = steady ? 1 : 0;
    if (!steady) return;
    result.metrics["unsteady_beginning_s"] = static_cast<double>(*steady) * course_seconds;
    if (*steady > 0 && measured.bytes_written == 0) leave_out(*steady, result, measured);
}

}  // namespace fstune::probes
