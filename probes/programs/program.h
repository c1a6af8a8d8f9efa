// What differs from program to program, for ProgramWorkload. One file a program.
// Threads: one run at a time.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "probes/host/process.h"
#include "probes/meters/device_share.h"
#include "probes/programs/programs.h"
#include "probes/workloads/workload.h"

namespace fstune::probes {

struct ProgramTask {
    std::string folder;  // to work in; empty
    std::string extras;  // a folder for files that are no part of the work, as a configuration
    std::uint64_t free_bytes = 0;
    const WorkloadSettings& settings;
};

struct ProgramRun {
    const Finished& finished;
    double seconds = 0;       // from start to end
    double sync_seconds = 0;  // until all of it was on the device
};

using Readings = std::map<std::string, double>;  // by metric

class Program {
  public:
    virtual ~Program() = default;
    virtual Metric metric() const = 0;
    virtual std::optional<std::string> unsuitable(const WorkloadPlace&) const { return {}; }
    // What is run, without the program's own path in front.
    virtual Result<std::vector<std::string>> arguments(const ProgramTask& task) = 0;
    virtual Result<Readings> read(const ProgramRun& run) = 0;
    // What tells a person why it failed, of all that it printed.
    virtual std::string complaint(const Finished& finished) const;
    // What it asked of the device, as far as it says.
    virtual Asked asked(const Readings&) const { return {}; }
    // Whether it has to be run again, because it did too little to be timed.
    virtual bool again(const ProgramRun&) { return false; }
};

// A figure that a program printed, as a count: none below zero, and not too large.
std::uint64_t count_of(const Readings& readings, const std::string& name);

Result<void> write_file(const std::string& path, const std::string& text);

Result<std::unique_ptr<Program>> make_command(const ProgramRequest& request);
Result<std::unique_ptr<Program>> make_fio(const ProgramRequest& request);
Result<std::unique_ptr<Program>> make_dbench(const ProgramRequest& request);
Result<std::unique_ptr<Program>> make_bonnie(const ProgramRequest& request);
Result<std::unique_ptr<Program>> make_fs_mark(const ProgramRequest& request);
Result<std::unique_ptr<Program>> make_postmark(const ProgramRequest& request);
Result<std::unique_ptr<Program>> make_tiobench(const ProgramRequest& request);

}  // namespace fstune::probes
