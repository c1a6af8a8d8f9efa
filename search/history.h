// What was told so far, by configuration: the values, the failures, and a ranking that asks for
// repeats before it believes. For strategies without a model of their own.
//
// Units: scores are natural logarithms of the metric, turned so that higher is better.
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "search/space.h"
#include "search/strategy.h"

namespace fstune::search {

struct Record {
    std::vector<double> values;  // as measured
    std::vector<double> scores;
    std::vector<std::int64_t> times;  // place in the order of telling, from 1
    int failures = 0;
    std::int64_t failed_at = 0;  // time of the first failure

    double mean() const;            // of scores
    double sum_of_squares() const;  // of the deviations from it
};

// Relative range of the values that makes a configuration unstable: never recommended.
constexpr double unstable_range = 0.30;
bool is_unstable(const Record&);

class History {
  public:
    History(const Space& space, Direction direction) : space_(&space), direction_(direction) {}

    // Values that are not positive count as the smallest positive one: the metrics are rates and
    // times. Returns the trial's configuration as it is kept.
    const knowledge::Configuration& tell(const knowledge::Trial& trial);

    const std::map<knowledge::Configuration, Record>& records() const { return records_; }
    // As it was when only the first `told` trials had been told.
    History until(std::int64_t told) const;
    bool failed(const knowledge::Configuration& canonical) const;
    std::int64_t told() const { return told_; }
    Direction direction() const { return direction_; }

    // Spread of one measurement around its configuration's mean, pooled over repeats.
    double pooled_deviation() const;

    // By lower confidence; the unstable and the failed are left out.
    std::vector<knowledge::Configuration> best(std::size_t count) const;

  private:
    const Space* space_;
    Direction direction_;
    std::map<knowledge::Configuration, Record> records_;
    std::int64_t told_ = 0;
};

}  // namespace fstune::search
