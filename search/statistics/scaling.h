// Where growing with something (drives, threads) ends.
//
// Units: the values' own; gains are shares.
// Threads: safe.
// Source: docs/statistics.md
#pragma once

#include <optional>
#include <vector>

#include "search/statistics/sample.h"

namespace fstune::search {

struct Level {
    double at = 0;     // drives, threads
    double value = 0;  // higher is better
};

struct Scaling {
    double stops_at = 0;  // the smallest level within `tolerance` of the best later one
    bool falls = false;   // from its peak on, every later level is below it
    double peak_at = 0;
};

// For single values, whose noise is not known. Nothing for fewer than two levels. `levels` ascend.
std::optional<Scaling> scaling_of(const std::vector<Level>& levels, double tolerance);

// A level that was measured several times.
struct MeasuredLevel {
    double at = 0;
    Sample sample = {};
    std::vector<double> values = {};  // empty: only the summary is known; else one for each round
};

struct MeasuredScaling {
    // The smallest level that no later one beats by the smallest gain or more; nothing where the
    // noise hides it. The last level: it still grows.
    std::optional<double> stops_at = {};
    double peak_at = 0;           // highest mean
    bool falls = false;           // the last level is below the highest, beyond the noise
    double smallest_visible = 0;  // the gain over `stops_at` that would have been seen
};

// Levels are tried from the smallest on. Growth goes on beyond one where a later level is higher:
// Student's t on log ratios of the same rounds (Welch's where the rounds are not known), Holm over
// the later levels, and an estimate of at least `min_gain`. Nothing for fewer than two levels, or
// fewer than three values in one of them. `levels` ascend, values are positive.
std::optional<MeasuredScaling> scaling_of(const std::vector<MeasuredLevel>& levels,
                                          double confidence, double min_gain);

}  // namespace fstune::search
