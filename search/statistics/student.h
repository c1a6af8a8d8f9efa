// Student's and Welch's tests and intervals, and Holm's correction for looking more than once.
//
// Units: the samples' own. `confidence` is of a two-sided interval: 0.95.
// Errors: none; where there are too few numbers to tell, p is 1 and the interval is infinite.
// Threads: safe.
// Source: docs/statistics.md names each formula's.
#pragma once

#include <vector>

#include "search/statistics/sample.h"

namespace fstune::search {

struct Interval {
    double low = 0, high = 0;
    bool holds(double value) const { return low <= value && value <= high; }
};

struct MeanTest {
    double difference = 0;
    double error = 0;    // standard error of the difference
    double degrees = 0;  // of freedom
    double p = 1;        // two-sided
    Interval interval = {};
};

double t_quantile(double probability, double degrees);
double t_above(double t, double degrees);  // one-sided: the chance of a larger one

// The mean against zero: what paired differences and log ratios need.
MeanTest one_sample(const Sample& differences, double confidence);
MeanTest student(const Sample& a, const Sample& b, double confidence);  // b - a, pooled deviation
MeanTest welch(const Sample& a, const Sample& b, double confidence);    // b - a
double pooled_deviation(const Sample& a, const Sample& b);

// Holm's step-down adjustment, in the order given. NaN stays out of the count and stays NaN.
std::vector<double> holm(const std::vector<double>& p);

// The smallest true difference that a test of this size would find four times in five.
double smallest_visible(double error, double degrees, double alpha);

}  // namespace fstune::search
