// A handful of numbers measured the same way, and what they come to.
//
// Units: the numbers' own.
// Errors: none; too few numbers give NaN (the spread of one number is unknown, not zero).
// Threads: safe.
#pragma once

#include <cstddef>
#include <vector>

namespace fstune::search {

struct Sample {
    std::size_t n = 0;
    double mean = 0;
    double deviation = 0;  // standard, with n - 1
};

Sample sample_of(const std::vector<double>& values);
double median(std::vector<double> values);
double relative_range(const std::vector<double>& values);  // (largest - smallest) / mean
std::vector<double> logs(const std::vector<double>& values);

}  // namespace fstune::search
