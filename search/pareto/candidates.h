// Which configurations are worth weighing against the recommendation, from all that was measured so
// far: for each goal what looks best in it, and between those. They look good by luck too, so they
// are measured again (weighing.h) before anything is said of them.
//
// Units: `logs` are natural logarithms of means, turned so that higher is better.
// Threads: safe.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "knowledge/configuration.h"

namespace fstune::search {

class GoalRecord {
  public:
    explicit GoalRecord(std::size_t goals) : goals_(goals) {}

    // One trial: the logarithm of each goal's value, turned so that higher is better.
    void add(const knowledge::Configuration& configuration, const std::vector<double>& logs);
    void add_failure(const knowledge::Configuration& configuration);

    // At most so many, the ends of the front first; never the recommended, never what failed. Each
    // is better than the recommended in some goal by the smallest gain, its luck taken off.
    std::vector<knowledge::Configuration> candidates(const knowledge::Configuration& recommended,
                                                     double min_gain, std::size_t most) const;

  private:
    struct Sums {
        std::size_t trials = 0;
        bool failed = false;
        std::vector<double> sum, squares;
    };
    double noise(std::size_t goal) const;  // of one trial, pooled over all that has repeats
    std::vector<double> without_luck(const Sums& sums, const std::vector<double>& noise) const;

    std::size_t goals_;
    std::map<knowledge::Configuration, Sums> by_configuration_;
};

}  // namespace fstune::search
