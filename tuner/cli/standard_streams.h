// Standard input, output and error as they may be given: closed, full, a pipe that nobody reads.
#pragma once

#include <string>

namespace fstune::tuner {

// A standard descriptor that is closed would be the next file to be opened: a device, or the study;
// and what is said would be written into it. It is opened on nothing, such that use still fails.
void hold_standard_streams();

// Says `text`; what cannot be said is no reason to stop a study.
void say_error(const std::string& text);

// Whether all that was written to standard output has arrived; false is said on standard error.
bool finish_output();

}  // namespace fstune::tuner
