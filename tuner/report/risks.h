// What risky values can cost, for the report: all of those that are recommended, and all searched
// ones that can lose data. The catalogue tells; what was not searched is the report's business.
//
// Threads: safe.
#pragma once

#include <string>

#include "tuner/report/conclusion.h"

namespace fstune::tuner {

std::string risks_text(const Conclusion& conclusion, const ReportContext& context);

}  // namespace fstune::tuner
