#include "tuner/study/metered_workload.h"

#include <sys/resource.h>

namespace fstune::tuner {

namespace {

rusage own_usage() {
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    return usage;
}

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

double own_cpu_seconds() {
    const auto usage = own_usage();
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::uint64_t max_rss_bytes() {
    constexpr std::uint64_t kibi = 1024;  // the kernel counts in KiB
    return static_cast<std::uint64_t>(own_usage().ru_maxrss) * kibi;
}

Result<probes::WorkloadResult> MeteredWorkload::run(const probes::WorkloadPlace& place,
                                                    const probes::WorkloadSettings& settings) {
    const double before = own_cpu_seconds();
    auto result = inner_.run(place, settings);
    cpu_seconds_ += own_cpu_seconds() - before;
    return result;
}

}  // namespace fstune::tuner
