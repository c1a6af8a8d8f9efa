// One configuration made afresh and probed once. Trials are facts: they never change once known.
// A trial that failed is data with a reason, never a low score.
//
// Units: seconds for durations; `value` and `samples` in the goal's unit.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "knowledge/configuration.h"

namespace fstune::knowledge {

// Why a trial was made. Only `confirm` and `simplify` trials may carry a verdict; `weigh` trials
// say what a choice between several goals gives up.
enum class Phase { calibrate, search, confirm, simplify, weigh };

struct Measurement {
    double value = 0;                       // the goal's metric, over the steady part of the probe
    std::vector<double> samples;            // the metric's course during the probe, if it has one
    std::map<std::string, double> metrics;  // everything else measured: "extents_per_file", ...
    std::map<std::string, double> seconds;  // where the time went: "mkfs", "mount", "prepare", ...
    std::vector<std::string> warnings;      // from the closed set in probes/meters
    // The courses of what has several goals, each in its own unit.
    std::map<std::string, std::vector<double>> goal_samples = {};
};

enum class FailureKind {
    mkfs_refused,
    mount_refused,
    not_applied,
    probe_failed,
    timed_out,
    device_error
};

struct Failure {
    FailureKind kind = FailureKind::probe_failed;
    std::string reason;  // the tool's or the kernel's own words
};

using Outcome = std::variant<Measurement, Failure>;

struct Trial {
    std::int64_t id = 0;  // order of asking, from 1
    Phase phase = Phase::search;
    std::int64_t block = 0;  // trials of one block are compared with each other; 0: no block
    double fidelity = 1;     // share of the full probe length, in (0, 1]
    Configuration configuration;
    Outcome outcome;

    const Measurement* measurement() const { return std::get_if<Measurement>(&outcome); }
    const Failure* failure() const { return std::get_if<Failure>(&outcome); }
};

std::string to_text(FailureKind kind);
std::string to_text(Phase phase);

}  // namespace fstune::knowledge
