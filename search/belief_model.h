// What strategy "auto" believes of each configuration: noise for each, drift taken out, a
// surrogate over all; and what one more trial would be worth.
//
// Units: scores as in history.h.
// Threads: one at a time, const members included (the model is brought up to date when asked).
#pragma once

#include <vector>

#include "search/encoding.h"
#include "search/history.h"
#include "search/noise.h"
#include "search/surrogate.h"

namespace fstune::search {

// A configuration that could be tried next.
struct Option {
    knowledge::Configuration configuration;
    Believed belief;
    double noise = 0;    // variance of one more measurement
    bool leads = false;  // it has the best mean by now
};

class BeliefModel {
  public:
    BeliefModel(const Space& space, const History& history);

    void forget() { current_ = false; }  // the history has grown

    // By lower confidence among what was measured.
    std::vector<knowledge::Configuration> ranked(std::size_t count) const;

    // What was measured and may be measured again, and the candidates.
    std::vector<Option> options(const std::vector<knowledge::Configuration>& candidates) const;
    double best_mean() const;
    double second_mean() const;

    // How much the best mean is expected to grow by one measurement of this option, `other` being
    // the best mean of the rest.
    static double knowledge_gain(const Option& option, double other);

  private:
    struct Row {
        const knowledge::Configuration* configuration;
        const Record* record;
        Spread spread;
        double score = 0;
        double noise = 0;
        bool usable = true;  // not unstable
        Believed belief;
    };

    void refresh() const;
    void gather() const;
    void believe() const;

    const Space* space_;
    const History* history_;
    Encoding encoding_;
    mutable Surrogate surrogate_;
    mutable NoiseModel noise_{{}};
    mutable std::vector<Row> rows_;
    mutable double best_ = 0, second_ = 0;
    mutable bool current_ = false;
};

}  // namespace fstune::search
