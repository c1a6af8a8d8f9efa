#include "probes/workloads/open_files.h"

#include <sys/resource.h>

#include <algorithm>
#include <mutex>

namespace fstune::probes {

void allow_open_files(std::uint64_t count) {
    static std::mutex one_at_a_time;
    const std::lock_guard lock(one_at_a_time);
    constexpr std::uint64_t others = 1024;
    rlimit limit = {};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= count + others) return;
    limit.rlim_cur = std::min<rlim_t>(count + others, limit.rlim_max);
    setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace fstune::probes
