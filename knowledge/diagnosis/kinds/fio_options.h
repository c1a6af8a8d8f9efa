// What is wrong with fio's options, on a command line or in a job file.
//
// Threads: safe.
#pragma once

#include <string_view>

#include "knowledge/diagnosis/context.h"
#include "knowledge/diagnosis/finding.h"

namespace fstune::knowledge::diagnosis {

bool has_fio_options(std::string_view text);
void check_fio_options(std::string_view text, const Context& context, Findings& findings);

}  // namespace fstune::knowledge::diagnosis
