// Rules that need more than one input: a list of devices before and after.
#pragma once

#include "knowledge/diagnosis/diagnose.h"

namespace fstune::knowledge::diagnosis {

// Adds to the later of the inputs concerned.
void examine_together(const std::vector<Input>& inputs, std::vector<Diagnosis>& diagnoses);

}  // namespace fstune::knowledge::diagnosis
