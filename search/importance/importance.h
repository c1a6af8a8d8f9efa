// Which parameters mattered at all in the search: how much of what differs between the
// configurations that were tried goes back to each by itself, in a model of all their effects.
// What noise alone would give is taken off. For the report; never evidence for a recommendation,
// since the search chose what it tried, and effects that only show together are not seen.
//
// Units: shares of the variance of the metric's logarithm, noise taken off.
// Threads: one at a time. Memory: grows with the parameters' values, not with the trials.
// Source: F test of nested linear models: Draper, Smith, Applied Regression Analysis, 3rd ed.,
// ch. 6; ridge: Hoerl, Kennard, Technometrics 12 (1970).
#pragma once

#include <Eigen/Dense>
#include <string>
#include <vector>

#include "knowledge/trial.h"
#include "search/space.h"

namespace fstune::search {

struct ParameterImportance {
    std::string parameter;  // "filesystem" where several were searched
    double share = 0;       // in [0, 1]
    double p = 1;           // of so much by chance, for all parameters together (Bonferroni)

    bool mattered() const { return p < 0.05; }
};

class Importance {
  public:
    explicit Importance(const Space& space);

    void add(const knowledge::Trial& trial);  // one that failed counts for nothing

    // The most important first. Empty where there are too few trials to tell anything.
    std::vector<ParameterImportance> by_parameter() const;

  private:
    struct Group {  // the columns of one parameter, one for each value or quarter of its range
        std::string name;
        const knowledge::Parameter* parameter = nullptr;  // null: the filesystem
        std::vector<knowledge::Value> values;             // empty: quarters
        Eigen::Index first = 0, columns = 0;
    };
    struct Fit;

    void add_group(Group group);
    Eigen::Index column(const Group& group, const knowledge::Configuration& configuration) const;
    std::vector<Eigen::Index> columns(const knowledge::Configuration& configuration) const;
    Fit fit() const;

    Space space_;
    std::vector<Group> groups_;
    Eigen::MatrixXd products_;  // of columns with columns; the first is the level
    Eigen::VectorXd scores_;    // of columns with values
    double squares_ = 0;        // of the values
};

}  // namespace fstune::search
