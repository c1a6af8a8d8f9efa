// What the search's own trials say of each changed parameter of the winner: which are worth
// keeping first. Only an order to try things in; never evidence for a claim.
//
// Units: natural logarithms of the metric, turned so that higher is better.
// Threads: one at a time. Memory: grows with the parameters, not with the trials.
// Source: ridge regression: Hoerl, Kennard, Technometrics 12 (1970); which parameters are in it: by
// forward selection, because a search repeats its best values together and a regression on all of
// them would share one's effect out; Akaike, IEEE Trans. Automatic Control 19 (1974).
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
    struct Fit {
        Eigen::VectorXd effects;
        double unexplained = 0;  // sum of squares
    };
    Fit fit(const std::vector<Eigen::Index>& parameters) const;
    std::vector<Eigen::Index> selected() const;
    Eigen::VectorXd features(const knowledge::Configuration& configuration) const;

    knowledge::Configuration winner_;
    Direction direction_;
    Eigen::MatrixXd products_;  // of features with features
    Eigen::VectorXd scores_;    // of features with values
    double squares_ = 0;        // of values
    double trials_ = 0;
};

// The least supported that may go together: what is left holds four fifths of the support, and is
// at most half. Least supported last.
std::vector<std::string> unsupported(const std::map<std::string, double>& support);

}  // namespace fstune::search
