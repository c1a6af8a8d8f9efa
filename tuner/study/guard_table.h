// What the guards' metrics were in the trials of one phase, and whether a candidate keeps them.
//
// Units: changes are shares of the control.
// Errors: those of the store.
// Threads: one at a time.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tuner/report/conclusion.h"
#include "tuner/store/study_store.h"

namespace fstune::tuner {

class GuardTable {
  public:
    // Read from the store page by page.
    static Result<GuardTable> read(const StudyStore& store, knowledge::Phase phase,
                                   const std::vector<Guard>& guards);

    GuardResult judge(const Guard& guard, const knowledge::Configuration& candidate,
                      const knowledge::Configuration& control, double confidence) const;

  private:
    using Row = std::map<std::string, double>;  // by metric
    using Block = std::map<knowledge::Configuration, Row>;
    std::map<std::int64_t, Block> blocks_;
};

}  // namespace fstune::tuner
