// Two sides of numbers compared: the whole of what is known about their difference.
//
// Units: the values' own; percents of the mean of side a.
// Errors: none; what too few numbers cannot tell is absent, and the verdict inconclusive.
// Threads: safe.
// Source: docs/statistics.md
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "search/statistics/bootstrap.h"
#include "search/strategy.h"

namespace fstune::search {

enum class Method { automatic, student, welch, paired };
enum class Difference { better, worse, no_difference, inconclusive };

constexpr std::size_t least_values = 3;  // a side; for fewer nothing is ever significant

struct Sides {
    Sample a, b;
    std::vector<double> values_a = {}, values_b = {};  // empty: only the summaries are known
    // One for each block that holds both; logarithms of b / a where all are positive.
    std::vector<double> pairs_a = {}, pairs_b = {};
};

struct SidesCompared {
    Sample a, b;
    Method method = Method::welch;  // the one that `main` is of
    std::size_t pairs = 0;          // paired only
    double difference = 0;
    std::optional<double> percent = {};  // none where a's mean is not positive
    std::optional<MeanTest> main = {}, student = {}, welch = {};
    std::optional<Interval> percent_interval = {};
    std::optional<double> pooled_deviation = {};
    std::optional<MedianTest> medians = {};
    std::optional<double> smallest_visible = {}, smallest_visible_percent = {};
};

// automatic: paired where there are blocks, Student for summaries (as ministat), else Welch.
SidesCompared compare_sides(const Sides& sides, Method method, double confidence);

// `p` is the adjusted one.
Difference judge(const SidesCompared& compared, double p, double alpha, Direction direction);

}  // namespace fstune::search
