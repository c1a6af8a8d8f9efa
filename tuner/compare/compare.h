// Compares series: each variant with the baseline, phase by phase and condition by condition, with
// Holm's correction over all of it, and says what the numbers cannot tell.
//
// Units: the input's own; percents of the baseline.
// Errors: usage, where there are not two variants, or no such baseline.
// Threads: safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "knowledge/readers/tables/series.h"
#include "search/statistics/compare_sides.h"
#include "search/statistics/scaling.h"

namespace fstune::tuner {

struct CompareOptions {
    std::string baseline = {};  // empty: one that is named like one, else the first
    search::Method method = search::Method::automatic;
    double confidence = 0.95;
    std::optional<search::Direction> direction = {};  // none: by the name of the metric
};

struct Comparison {
    std::string phase, baseline, variant, metric;
    search::Direction direction = search::Direction::maximize;
    search::SidesCompared sides = {};
    double p = 1, p_adjusted = 1;  // NaN: nothing was tested
    search::Difference verdict = search::Difference::inconclusive;
    std::vector<std::string> warnings = {};
};

// One variant's growth over a condition with several levels.
struct Growth {
    std::string phase, variant, over;
    search::Scaling scaling;
};

// Levels of a condition, one after the other, at which a variant differs from the baseline by about
// the same. A description, not a test.
struct Stretch {
    std::string phase, variant, over;
    std::string from, to;  // levels
    double percent = 0;    // mean, of ratios
};

// Where there is one value for each variant: who is first, and who is as good.
struct Place {
    std::string phase;
    std::vector<std::string> best;  // more than one: a tie
};

struct CompareReport {
    std::vector<Comparison> comparisons;
    std::vector<Growth> growth;
    std::vector<Stretch> stretches;
    std::vector<Place> places;
    std::vector<std::string> first_everywhere;  // best or tied in every place
    std::string verdict;  // as of a comparison, or "trade-off", or "differs" (several variants)
    std::vector<std::string> warnings;
    double confidence = 0.95;
};

Result<CompareReport> compare(const std::vector<knowledge::Series>& series,
                              const CompareOptions& options);

std::string to_text(search::Difference difference);
std::string to_text(search::Method method);

}  // namespace fstune::tuner
