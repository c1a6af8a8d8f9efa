// How much one measurement of a configuration varies: a figure for each configuration, from its
// own repeats and from those of configurations that share its values, because noise comes with
// some values (a large read-ahead) and not with others.
//
// Units: variances in squared units of the scores given.
// Threads: const use is safe.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <vector>

namespace fstune::search {

struct Spread {
    std::vector<double> point;  // encoded configuration
    double squares = 0;         // sum of squared deviations from its own mean
    double degrees = 0;         // measurements minus one
};

class NoiseModel {
  public:
    // From the configurations measured more than once.
    explicit NoiseModel(const std::vector<Spread>& repeated);

    // Of one more measurement, for a configuration with no repeats of its own.
    double expected(const std::vector<double>& point) const;
    // The same with its own repeats taken in.
    double variance(const Spread&) const;

  private:
    void fit(const std::vector<Spread>& repeated);

    double base_ = 0;  // variance pooled over all
    // Factors on it, as logarithms, by coordinate and its value.
    std::vector<std::vector<std::pair<double, double>>> factors_;
};

}  // namespace fstune::search
