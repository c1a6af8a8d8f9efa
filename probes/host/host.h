// The machine as a study sees it: one scratch device that the guard has let through, the facts of
// device and machine, and trial runners on it. The only wiring between the seams and Linux.
// Not for commands that only look (device_facts_reader.h, doctor.h).
//
// Effects: open_host() moves the calling thread, and all that it starts later, into a mount
// namespace of its own, so that no mount is seen outside or outlives the process: call it from the
// main thread before other threads start. Puts back queue settings that a dead fstune left. With
// `scratch`, makes a file without a name and a loop device that the kernel removes with the last
// user, even after SIGKILL. close(), or the end of the object, puts queue settings back, unmounts
// and lets the device go.
// Errors: refused (the guard, or a second fstune on the same disk), unsupported (not root, a tool
// or kernel facility is missing), failed.
// Threads: one at a time, all calls from the thread that opened it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "knowledge/device_facts.h"
#include "knowledge/error.h"
#include "knowledge/parameter.h"
#include "probes/host/clock.h"
#include "probes/host/process.h"
#include "probes/trial_runner.h"
#include "probes/workloads/workload.h"

namespace fstune::probes {

struct ScratchRequest {
    std::uint64_t size = 0;
    std::string directory = "/var/tmp";
};

struct HostOptions {
    std::string device = {};                     // "/dev/sdb"; empty with `scratch`
    std::optional<ScratchRequest> scratch = {};  // instead of a device
    bool wipe = false;                           // consent to destroy what the guard found
    std::uint64_t minimum_size = std::uint64_t{64} << 20;  // of the device, bytes
    // Asked before anything on the device is touched, and again once it is held: is it the one?
    std::function<Result<void>(const knowledge::DeviceFacts&)> accept = {};
};

class Host {
  public:
    virtual ~Host() = default;
    virtual const knowledge::DeviceFacts& device() const = 0;
    virtual const knowledge::MachineFacts& machine() const = 0;
    virtual const std::vector<std::string>& warnings() const = 0;  // of the guard
    virtual Process& process() = 0;
    virtual Clock& clock() = 0;

    // Everything that the caller passes must outlive the runner, and the host outlives both.
    virtual std::unique_ptr<TrialRunner> runner(Workload& workload,
                                                std::vector<knowledge::Parameter> parameters,
                                                std::stop_token stop) = 0;
    // The guard's check before something other than a trial writes to the device or reads it raw.
    virtual Result<void> check_device() = 0;
    // Queue settings back, device let go. Says what could not be put back. Twice does no harm.
    virtual Result<void> close() = 0;
};

Result<std::unique_ptr<Host>> open_host(const HostOptions& options);

}  // namespace fstune::probes
