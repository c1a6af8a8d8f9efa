// The same as the text report, and every raw sample, for programs. `schema_version` grows when a
// field changes its meaning or goes away, not when one is added.
//
// Effects: writes to the stream, trial by trial, so that a long study need not fit in memory.
// Errors: those of the store.
#pragma once

#include <iosfwd>

#include "tuner/report/conclusion.h"
#include "tuner/store/study_store.h"

namespace fstune::tuner {

inline constexpr int json_schema_version = 1;

Result<void> write_json_report(std::ostream& out, const Conclusion& conclusion,
                               const ReportContext& context, const Overhead& overhead,
                               const StudyStore& store);

// A study as it is kept, ended or not: header and trials.
Result<void> write_json_study(std::ostream& out, const StudyStore& store);

}  // namespace fstune::tuner
