// What the search's own trials say of each changed parameter of the winner: which are worth
// keeping first. Only an order to try things in; never evidence for a claim.
//
// Units: natural logarithms of the metric, turned so that higher is better.
// Threads: one at a time. Memory: grows with the parameters, not with the trials.
// Source: ridge regression: Hoerl, Kennard, Technometrics 12 (1970).
#pragma once

#include <Eigen/Dense>
#include <map>
#include <string>
#include <vector>

#include "knowledge/trial.h"
#include "search/strategy.h"

namespace fstune::search {

class Support {
  public:
    Support(const knowledge::Configuration& winner, Direction direction);

    void add(const knowledge::Trial& trial);  // those of other filesystems count for nothing
    // By parameter of the winner.
    std::map<std::string, double> by_parameter() const;

  private:
    Eigen::VectorXd features(const knowledge::Configuration& configuration) const;

    knowledge::Configuration winner_;
    Direction direction_;
    Eigen::MatrixXd products_;  // of features with features
    Eigen::VectorXd scores_;    // of features with values
};

// The least supported that may go together: what is left holds four fifths of the support, and is
// at most half. Least supported last.
std::vector<std::string> unsupported(const std::map<std::string, double>& support);

}  // namespace fstune::search
