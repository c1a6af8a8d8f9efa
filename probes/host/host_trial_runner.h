// TrialRunner on this machine: queue settings, mkfs, mount, read back, probe, unmount, queue
// settings back, in this order, each with a deadline.
//
// Effects: destroys what is on the device; nothing else is left changed after run(), however it
// ends. Errors and threads: as TrialRunner.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

#include "knowledge/command_lines.h"
#include "knowledge/parameter.h"
#include "probes/host/clock.h"
#include "probes/host/guard.h"
#include "probes/host/process.h"
#include "probes/host/queue_settings.h"
#include "probes/host/watched_run.h"
#include "probes/trial_runner.h"
#include "probes/workloads/workload.h"

namespace fstune::probes {

struct TrialSeams {
    Process& process;
    Files& files;
    Mounts& mounts;
    const Clock& clock;
    const Guard& guard;
    ScratchDevice& device;
    QueueSettings& queue;
};

struct TrialSettings {
    std::string mount_parent;  // a folder that only root can change
    std::uint64_t memory = 0;  // of the machine, bytes
    std::chrono::milliseconds mkfs_deadline = std::chrono::minutes(10);
    std::chrono::milliseconds read_deadline = std::chrono::seconds(30);
    WatchedLimits probe = {};
    std::stop_token stop = {};
};

class HostTrialRunner : public TrialRunner {
  public:
    HostTrialRunner(TrialSeams seams, Workload& workload,
                    std::vector<knowledge::Parameter> parameters, TrialSettings settings);
    Result<knowledge::Outcome> run(const TrialRequest& request) override;

  private:
    TrialSeams seams_;
    Workload& workload_;
    std::vector<knowledge::Parameter> parameters_;
    TrialSettings settings_;
};

}  // namespace fstune::probes
