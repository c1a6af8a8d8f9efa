// The plan of a study, from what the user asked for and what is known of device and machine. Pure.
//
// Errors: usage, unsupported (a filesystem that cannot be tried), bad_input (the catalogue).
#pragma once

#include "knowledge/device_facts.h"
#include "tuner/cli/tune_options.h"
#include "tuner/study/study.h"

namespace fstune::tuner {

Result<StudyPlan> make_plan(const TuneOptions& options, const knowledge::DeviceFacts& device,
                            const knowledge::MachineFacts& machine);

}  // namespace fstune::tuner
