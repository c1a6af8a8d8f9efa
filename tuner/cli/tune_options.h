// What the main form of the command line says: `fstune --device DEV --goal GOAL ...`.
//
// Errors: usage problems name the option; they are CLI11's ParseError, thrown by the parser.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "knowledge/parameter.h"
#include "probes/programs/programs.h"
#include "tuner/goals/guards.h"

namespace CLI {
class App;
}

namespace fstune::tuner {

constexpr double most_seconds = 30.0 * 24 * 3600;  // of a budget
constexpr std::int64_t most_trials = 1'000'000'000;

struct TuneOptions {
    std::string device;                    // empty with `scratch`
    std::string scratch;                   // "2G" or "2G:/var/tmp"
    std::string goal;                      // name, or several with weights
    probes::ProgramRequest program;        // where the goal is a real program's
    std::vector<std::string> filesystems;  // empty: every one that can be tried
    double budget_seconds = 600;
    std::optional<std::int64_t> trials;
    double min_gain = 0.02;
    double confidence = 0.95;
    std::uint64_t seed = 1;
    std::string strategy = "auto";
    std::string study;   // file to make; empty: one in the usual folder
    std::string resume;  // file to go on with
    std::string json;    // file, "-" for standard output, empty: none
    std::set<knowledge::Risk> allowed = {knowledge::Risk::safe};
    std::vector<Guard> guards;
    bool quiet = false;
    bool dry_run = false;
    bool wipe = false;
};

// Adds the options to the program's command line; `options` must outlive the parsing.
void add_tune_options(CLI::App& app, TuneOptions& options);

// A study goes on with the options that it began with; only its device may have a new name.
void check_resume(const CLI::App& app);

// What no single option can tell: --device and --scratch together, no goal, ...
Result<void> check_together(const TuneOptions& options);

// --study and --json as the study will use them; leaves nothing.
Result<void> check_files(const TuneOptions& options);

struct ScratchText {
    std::uint64_t size = 0;
    std::string directory;  // empty: not given
};
Result<ScratchText> parse_scratch(const std::string& text);

}  // namespace fstune::tuner
