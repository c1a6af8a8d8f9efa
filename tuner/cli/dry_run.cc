#include "tuner/cli/dry_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "knowledge/units.h"
#include "probes/host/device_facts_reader.h"
#include "probes/host/disk_files.h"
#include "probes/host/guard.h"
#include "probes/host/host.h"
#include "probes/host/linux_block_devices.h"
#include "probes/host/linux_mounts.h"
#include "probes/host/posix_process.h"
#include "probes/host/scratch_file.h"
#include "tuner/cli/make_plan.h"
#include "tuner/cli/standard_streams.h"
#include "tuner/goals/several_goals.h"
#include "tuner/store/memory_study_store.h"
#include "tuner/study/printing_runner.h"
#include "tuner/study/study.h"

namespace fstune::tuner {

namespace {

class NoObserver : public StudyObserver {
  public:
    void stage(const std::string&) override {}
    void trial(const StoredTrial&, const StudyProgress&) override {}
    void warning(const std::string&) override {}
};

// A loop device that does not exist yet.
Result<knowledge::DeviceFacts> imagined_scratch(const std::string& text) {
    const auto scratch = parse_scratch(text);
    if (!scratch) return tl::unexpected(scratch.error());
    const auto directory =
        scratch->directory.empty() ? probes::ScratchRequest{}.directory : scratch->directory;
    if (auto fit = probes::check_scratch_place(scratch->size, directory); !fit)
        return tl::unexpected(fit.error());
    knowledge::DeviceFacts facts;
    facts.name = "loopN";
    facts.path = "/dev/loopN";
    facts.size = scratch->size;
    facts.queue.physical_block_size = 4096;
    facts.queue.read_ahead_kb = 128;
    facts.queue.nr_requests = 128;
    facts.queue.scheduler = "none";
    facts.queue.schedulers = {"none", "mq-deadline"};
    return facts;
}

Result<knowledge::DeviceFacts> facts_of(const TuneOptions& options, probes::Files& files,
                                        probes::Process& process) {
    if (!options.scratch.empty()) return imagined_scratch(options.scratch);
    const auto path = files.resolve(options.device);
    if (!path) return tl::unexpected(path.error());
    if (geteuid() == 0) {
        const probes::LinuxMounts mounts(process);
        const probes::LinuxBlockDevices devices;
        const auto admitted = probes::Guard(files, mounts, devices)
                                  .admit(*path, probes::GuardOptions{.wipe = options.wipe});
        if (!admitted) return tl::unexpected(admitted.error());
        for (const auto& warning : admitted->warnings())
            say_error(fmt::format("warning: {}\n", warning));
    } else {
        say_error(
            fmt::format("warning: only root can ask whether the guard would refuse {}\n", *path));
    }
    return probes::read_device_facts(files, path->substr(path->rfind('/') + 1));
}

bool measures_writing(const std::string& goal) {
    return goal == "seq-write" || goal == "rand-write" || goal == "db" || goal == "create";
}

// Source: the workloads' own data sets; 500 MB/s is a SATA SSD at its best.
TrialEstimate estimate_of_one(const Goal& goal, const knowledge::DeviceFacts& device) {
    constexpr std::uint64_t data_set = std::uint64_t{512} << 20;
    constexpr double fast_device = 500e6, creating = 50e6;
    TrialEstimate estimate;
    if (goal.name != "seq-write" && goal.name != "create")
        estimate.bytes_prepared = std::min<std::uint64_t>(data_set, device.size / 2);
    if (measures_writing(goal.name))
        estimate.bytes_a_second = goal.name == "create" ? creating : fast_device;
    return estimate;
}

// Several goals share the probe, and each prepares its own. Goals of one workload share it.
TrialEstimate estimate_for(const Goal& goal, const knowledge::DeviceFacts& device) {
    if (goal.parts.empty()) return estimate_of_one(goal, device);
    constexpr double preparing = 0.25;  // seconds
    TrialEstimate estimate;
    std::set<std::string> workloads;
    for (const auto& part : goal.parts) {
        if (!workloads.insert(part.workload).second) continue;
        const auto one = estimate_of_one(part, device);
        estimate.bytes_prepared += one.bytes_prepared;
        estimate.bytes_a_second += one.bytes_a_second / static_cast<double>(workloads_of(goal));
        if (workloads.size() > 1) estimate.seconds_beside_probe += preparing;
    }
    return estimate;
}

// A study on flat ground ends early; the budget is what it may take.
void print_estimate(const PrintingRunner& runner, const ImaginedClock& clock,
                    const BudgetLimits& budget) {
    const double imagined = std::chrono::duration<double>(clock.monotonic()).count();
    const double whole = budget.trials ? 1 : std::max(1.0, budget.seconds / imagined);
    const auto text = [](double seconds) {
        return knowledge::format_duration(std::chrono::seconds(static_cast<std::int64_t>(seconds)));
    };
    fmt::print(
        "# What the search tries depends on what it measures; the configurations above are\n"
        "# those that it would try if all were alike.\n"
        "# Time: {} to {}. Trials: {} to {:.0f}. Bytes written: about {} to {}.\n",
        text(imagined), text(imagined * whole), runner.trials(),
        static_cast<double>(runner.trials()) * whole,
        knowledge::format_size(static_cast<std::uint64_t>(runner.bytes())),
        knowledge::format_size(static_cast<std::uint64_t>(runner.bytes() * whole)));
}

}  // namespace

Result<int> dry_run(const TuneOptions& options) {
    if (auto good = check_files(options); !good) return tl::unexpected(good.error());
    probes::DiskFiles files;
    probes::PosixProcess process;
    const auto device = facts_of(options, files, process);
    if (!device) return tl::unexpected(device.error());
    const auto plan = make_plan(options, *device, probes::read_machine_facts(files, process));
    if (!plan) return tl::unexpected(plan.error());
    ImaginedClock clock;
    MemoryStudyStore store;
    NoObserver observer;
    PrintingRunner runner(clock, device->path, plan->goal.workload, plan->space.parameters(),
                          estimate_for(plan->goal, *device));
    const auto imagined =
        run_study(*plan, {store, runner, clock, observer, {}},
                  [](const Goal&, std::chrono::nanoseconds) -> Result<std::optional<double>> {
                      return std::nullopt;
                  });
    if (!imagined) return tl::unexpected(imagined.error());
    fmt::print("{}", runner.printed());
    print_estimate(runner, clock, plan->budget);
    return 0;
}

}  // namespace fstune::tuner
