#include "tuner/study/raw_device.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "probes/workloads/ceiling.h"

namespace fstune::tuner {

Result<std::optional<double>> probe_raw_device(probes::Host& host, const RawProbe& probe) {
    if (auto ours = host.check_device(); !ours) return tl::unexpected(ours.error());
    const auto& device = host.device();
    // O_EXCL on a block device: fails while anything else holds it.
    const int fd = ::open(device.path.c_str(), O_RDWR | O_DIRECT | O_EXCL | O_CLOEXEC);
    if (fd < 0)
        return fail(ErrorCode::failed,
                    fmt::format("cannot open '{}': {}", device.path, std::strerror(errno)));
    auto measured = probes::measure_ceiling(probe.workload, fd, device.size, probe.length,
                                            probe.seed, probe.stop);
    ::close(fd);
    return measured;
}

}  // namespace fstune::tuner
