// What is printed at the end of a study, for people. Pure.
//
// Threads: safe.
#pragma once

#include <string>

#include "tuner/report/conclusion.h"

namespace fstune::tuner {

std::string text_report(const Conclusion& conclusion, const ReportContext& context);

}  // namespace fstune::tuner
