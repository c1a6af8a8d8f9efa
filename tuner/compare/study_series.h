// The trials that may carry a verdict, of a study on disk, as series: one a configuration.
//
// Errors: those of the store; bad_input for a study that has confirmed nothing yet.
// Effects: opens the study.
#pragma once

#include <string>
#include <string_view>

#include "tuner/compare/input.h"

namespace fstune::tuner {

bool is_study(std::string_view beginning);
Result<CompareInput> read_study(const std::string& path);

}  // namespace fstune::tuner
