// tiobench's figures as CSV, by the names of the columns. Part of tiobench.h.
#pragma once

#include <string_view>
#include <vector>

#include "knowledge/error.h"
#include "knowledge/readers/tiobench.h"

namespace fstune::knowledge {

Result<std::vector<TiobenchRow>> read_tiobench_csv(std::string_view text);

}  // namespace fstune::knowledge
