// What strategy "auto" believes of each configuration: noise and the chance of being unstable for
// each, drift taken out, a surrogate over all; and which trial would be worth the most. All of it
// follows from the history alone, however often it was asked: the surrogate learns at fixed moments
// of the history (its lessons), from the history as it was then.
//
// Units: scores as in history.h.
// Threads: one at a time, const members included (the model is brought up to date when asked).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "search/drift.h"
#include "search/encoding.h"
#include "search/feasibility.h"
#include "search/history.h"
#include "search/instability.h"
#include "search/noise.h"
#include "search/surrogate.h"

namespace fstune::search {

class BeliefModel {
  public:
    BeliefModel(const Space& space, const History& history, const Feasibility& feasibility,
                std::int64_t budget);

    void forget() { current_ = false; }  // the history has grown

    // By lower confidence among what was measured.
    std::vector<knowledge::Configuration> ranked(std::size_t count) const;

    // The measured configuration or candidate whose next measurement is expected to raise the
    // best belief the most; null where there is nothing to choose from.
    const knowledge::Configuration* most_telling(
        const std::vector<knowledge::Configuration>& candidates) const;

    // The candidate with the highest upper bound; null without candidates or measurements.
    const knowledge::Configuration* most_promising(
        const std::vector<knowledge::Configuration>& candidates) const;

  private:
    struct Row {
        const knowledge::Configuration* configuration;
        Spread spread;
        std::int64_t measurements = 0;
        double score = 0;
        double noise = 0;     // variance of one measurement
        double unstable = 0;  // chance
        Believed belief;
        double lower = 0;  // confidence bound: what the ranking goes by
    };
    struct Option {
        const knowledge::Configuration* configuration;
        double noise, unstable, feasible;
        bool spent;  // measured as often as it may be
    };

    // Of what is measured, the drift taken off; nothing where it is unstable.
    struct Seen {
        const knowledge::Configuration* configuration;
        Record record;
        double mean;
    };

    void refresh() const;
    const std::vector<double>& encoded(const knowledge::Configuration& measured) const;
    std::vector<Seen> stable(const History& history) const;
    void learn() const;
    void gather(const History& history) const;
    void believe(bool learning) const;
    std::vector<Option> options(const std::vector<knowledge::Configuration>& candidates,
                                Joint& joint) const;
    // What is expected of all options, and of those that could come out best.
    struct Field {
        Eigen::VectorXd expected, deviation, able_expected;
        Eigen::MatrixXd covariance;  // of the able with all
        std::vector<Eigen::Index> able;
        Eigen::Index best = 0;
        double now = 0, second = -1e9;  // of the best and the one behind it
    };

    Field field(const std::vector<Option>& options, const Joint& joint) const;
    double worth(const Option& option, const Field& field, double mean, Eigen::Index index) const;

    std::int64_t most_repeats_;
    const Space* space_;
    const History* history_;
    const Feasibility* feasibility_;
    Encoding encoding_;
    mutable Surrogate surrogate_;
    mutable NoiseModel noise_{{}};
    mutable Instability instability_;
    mutable std::unordered_map<const knowledge::Configuration*, std::vector<double>> encoded_;
    mutable std::vector<Row> rows_;
    mutable bool current_ = false;
    mutable std::int64_t learnt_at_ = 0;  // trials told by then
};

}  // namespace fstune::search
