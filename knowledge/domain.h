// Which values belong to a parameter's domain.
//
// Threads: safe.
#pragma once

#include "knowledge/parameter.h"

namespace fstune::knowledge {

// For a range: within its bounds, and on its steps or powers of two.
bool in_domain(const Domain& domain, const Value& value);

}  // namespace fstune::knowledge
