// The part of the text report that several goals have: each by itself, and the choices.
//
// Threads: safe.
#pragma once

#include <string>

#include "tuner/report/conclusion.h"

namespace fstune::tuner {

// Empty for one goal.
std::string goals_text(const Conclusion& conclusion, const ReportContext& context);
std::string front_text(const Conclusion& conclusion, const ReportContext& context);

}  // namespace fstune::tuner
