// What confirmation and simplification conclude: plain data, for the reports.
//
// Units: gains are shares of the control, turned so that higher is better: 0.12 is 12 % more
// throughput, or 12 % less time (the ratio of old to new time minus one); never under -1. An
// interval that could not be measured is -1 to infinity, and its estimate NaN. Values are in the
// goal's unit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "knowledge/configuration.h"

namespace fstune::search {

struct Gain {
    double estimate = 0, low = 0, high = 0;  // interval at the confidence asked for
};

enum class Decision { recommend, keep_defaults, too_noisy };
enum class Standing { recommended, tied, better, not_better, unstable, failed, barred };

struct FinalistResult {
    knowledge::Configuration configuration;
    Standing standing = Standing::not_better;
    std::size_t blocks = 0;        // that it was compared in
    double value = 0;              // mean
    double range = 0;              // relative
    double p = 1, p_adjusted = 1;  // of no gain over the defaults; adjusted over the finalists
    Gain over_own_default = {}, over_best_default = {};
};

struct Verdict {
    Decision decision = Decision::keep_defaults;
    std::string reason;                    // one sentence
    knowledge::Configuration recommended;  // the best default where the defaults are kept
    knowledge::Configuration best_default;
    double value = 0;  // mean of the recommended, in fresh data
    std::optional<Gain> over_own_default = {}, over_best_default = {};  // where recommended
    double smallest_visible_gain = 0;  // a smaller one would have been missed one time in five
    std::vector<knowledge::Configuration> ties;  // cannot be told from the recommended
    std::vector<FinalistResult> finalists;
    std::size_t blocks = 0;          // that count
    std::size_t stepped_blocks = 0;  // left out: the machine changed its speed at once during them
};

// What one changed parameter of the winner is worth: what is lost when it alone is put back.
struct ParameterShare {
    std::string parameter;          // Parameter::name
    std::optional<Gain> gain = {};  // nothing: not measured alone
    bool kept = true;
};

struct Simplified {
    knowledge::Configuration recommended;
    std::vector<ParameterShare> shares;  // of every changed parameter, dropped ones too
    // Measured anew where something was dropped; as confirmed where not.
    std::optional<double> value = {};
    std::optional<Gain> over_own_default = {}, over_best_default = {};
};

}  // namespace fstune::search
