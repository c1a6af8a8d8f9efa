// Says an error on standard error and turns it into the program's exit code.
#pragma once

#include "knowledge/error.h"

namespace fstune::tuner {

int exit_code(ErrorCode code);
int report_error(const Error& error);  // prints "fstune: ..."; returns the exit code

}  // namespace fstune::tuner
