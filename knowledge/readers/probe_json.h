// Reads the JSON of `fstune probe`: a row for each run of each line of its table.
//
// Units: as tiobench.h. Errors: bad_input. Threads: safe.
#pragma once

#include <string_view>
#include <vector>

#include "knowledge/error.h"
#include "knowledge/readers/tiobench.h"

namespace fstune::knowledge {

bool is_probe_json(std::string_view text);
Result<std::vector<TiobenchRow>> read_probe_json(std::string_view text);

}  // namespace fstune::knowledge
