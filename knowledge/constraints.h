// Which of a configuration's values contradict each other, within a stage and across stages, before
// anything is made. Only what is set is checked, since mkfs fits its own defaults to the rest; as a
// bound, a parameter that is not set counts with its default.
//
// Errors: none; each broken rule is a sentence.
// Threads: safe.
#pragma once

#include <string>
#include <vector>

#include "knowledge/configuration.h"
#include "knowledge/parameter.h"

namespace fstune::knowledge {

// One sentence for each constraint that does not hold; empty: the configuration can be tried.
// Parameters that are not given are taken from the catalogue; a bound that depends on a device
// that is not known holds.
std::vector<std::string> broken_constraints(const std::vector<Parameter>& parameters,
                                            const Configuration& configuration);

}  // namespace fstune::knowledge
