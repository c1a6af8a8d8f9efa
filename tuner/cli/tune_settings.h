// The options of a study as its store keeps them, and back: a study that goes on has the options
// that it began with. Only the device may be given anew: its name can have changed.
//
// Errors: bad_input, where the kept text is none that was written here.
#pragma once

#include <map>
#include <string>

#include "tuner/cli/tune_options.h"

namespace fstune::tuner {

std::map<std::string, std::string> settings_of(const TuneOptions& options);
Result<void> take_settings(const std::map<std::string, std::string>& settings,
                           TuneOptions& options);

}  // namespace fstune::tuner
