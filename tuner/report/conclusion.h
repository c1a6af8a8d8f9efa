// What a study found, ready to be said: both reports (text and JSON) are made of it alone.
//
// Units: gains as in search/verdict; values in the goal's unit; seconds of wall time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "knowledge/catalogue.h"
#include "knowledge/command_lines.h"
#include "search/calibration/calibration.h"
#include "search/importance/importance.h"
#include "search/verdict/verdict.h"
#include "tuner/goals/goals.h"
#include "tuner/goals/guards.h"
#include "tuner/report/goal_results.h"
#include "tuner/report/seen_warnings.h"

namespace fstune::tuner {

struct Tried {
    std::map<std::string, std::int64_t> trials;    // by phase
    std::map<std::string, std::int64_t> failures;  // by kind
    std::int64_t configurations = 0;
};

// Whether a configuration keeps a guard, against the best default.
struct GuardResult {
    Guard guard;
    knowledge::Configuration configuration;
    std::optional<search::Gain> change = {};  // of the metric; nothing: not measured
    bool kept = false;                        // as measured; never where it was not
    bool sure = false;                        // all of the interval keeps it
};

struct Conclusion {
    search::Verdict verdict;
    std::optional<search::Simplified> simplified;         // where a change is recommended
    std::vector<search::ParameterImportance> importance;  // in the search, the most first
    search::NoiseFigures noise;
    std::optional<Ceiling> ceiling;  // none where the workload has none
    std::vector<knowledge::LeftOut> left_out;
    Tried tried;
    std::vector<GuardResult> guards = {};  // of each finalist, and of what was made simpler
    // Of several goals: each of the recommended against the best default, and what nothing measured
    // beats in all of them, the recommended first.
    std::vector<GoalResult> goals = {};
    std::vector<FrontEntry> front = {};
    std::vector<SeenWarning> warnings;                // of the meters
    std::map<std::string, double> part_seconds = {};  // of a measured trial, on average
    double seconds = 0;                               // of all runs of the study

    bool recommends() const { return verdict.decision == search::Decision::recommend; }
    // What is recommended in the end: the control where the defaults are kept.
    const knowledge::Configuration& recommended() const {
        return simplified ? simplified->recommended : verdict.recommended;
    }
    double value() const;  // of the recommended, in fresh data
    std::optional<search::Gain> over_own_default() const;
    std::optional<search::Gain> over_best_default() const;
};

// What cannot be read off the trials.
struct ReportContext {
    std::string version;  // fstune's
    Goal goal;
    std::map<std::string, std::string> identity, settings;  // the study's header
    std::string device;                                     // path that the lines are for
    bool scratch = false;                                   // measured on a file that is gone
    std::string disk;                                       // kernel name of the whole disk: "sda"
    std::string serial;                                     // empty: none
    std::string study_file;                                 // empty: none is kept
    double confidence = 0.95, min_gain = 0.02;
    std::vector<knowledge::Parameter> parameters;  // of the space
    knowledge::CommandLines lines;                 // production, for the recommended
};

struct Overhead {
    double own_cpu_seconds = 0;
    double own_cpu_share = 0;  // of wall time
    std::uint64_t max_rss_bytes = 0;
};

}  // namespace fstune::tuner
