// What chosen metrics were in the trials of some phases, block by block.
//
// Units: the metrics' own; log ratios are natural.
// Errors: those of the store.
// Threads: one at a time.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tuner/store/study_store.h"

namespace fstune::tuner {

class MetricTable {
  public:
    // Read from the store page by page.
    static Result<MetricTable> read(const StudyStore& store,
                                    const std::set<knowledge::Phase>& phases,
                                    const std::function<bool(const std::string&)>& wanted);

    const std::set<std::string>& metrics() const { return metrics_; }  // that were measured
    bool has(const knowledge::Configuration& configuration) const;     // measured in any block
    std::vector<double> values(const std::string& metric,
                               const knowledge::Configuration& configuration) const;
    // Of the one to the other, one for each block that has both.
    std::vector<double> log_ratios(const std::string& metric, const knowledge::Configuration& one,
                                   const knowledge::Configuration& other) const;

  private:
    using Row = std::map<std::string, double>;  // by metric
    using Block = std::map<knowledge::Configuration, Row>;
    std::map<std::int64_t, Block> blocks_;
    std::set<std::string> metrics_;
};

}  // namespace fstune::tuner
