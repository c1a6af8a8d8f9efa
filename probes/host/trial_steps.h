// One trial on this machine, step by step, and its undoing; the inside of HostTrialRunner.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "probes/host/host_trial_runner.h"

namespace fstune::probes {

// Why a step did not succeed: of this configuration (data), or of the study (error).
using Problem = std::variant<knowledge::Failure, Error>;
using Step = tl::expected<void, Problem>;

class TrialSteps {
  public:
    TrialSteps(TrialSeams& seams, const TrialSettings& settings) : s_(seams), settings_(settings) {}

    Step set_queue(const std::vector<knowledge::QueueSetting>& queue);
    Step make_filesystem(const knowledge::CommandLines& lines, const std::string& filesystem);
    Step mount(const std::string& filesystem, const std::string& options);
    Step read_back(const std::vector<knowledge::Parameter>& parameters,
                   const knowledge::Configuration& configuration);
    tl::expected<knowledge::Measurement, Problem> probe(Workload& workload,
                                                        const TrialRequest& request);
    // Undoes everything, whatever has happened; the first thing that could not be undone.
    Result<void> undo();

    const std::map<std::string, double>& seconds() const { return seconds_; }

  private:
    class Timer;
    std::map<std::string, std::string> queue_as_shown() const;
    bool is_mounted() const;
    Problem probe_problem(const Error& error) const;

    TrialSeams& s_;
    const TrialSettings& settings_;
    std::map<std::string, double> seconds_;
    std::string directory_;  // empty: not made
    std::optional<MountEntry> mounted_;
    std::string mount_options_;  // as given
};

}  // namespace fstune::probes
