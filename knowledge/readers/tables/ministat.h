// What FreeBSD's ministat(1) prints, as summaries: the legend gives the names ("x before"), the
// lines below "N Min Max Median Avg Stddev" the figures. Several outputs in one text are phases.
// Errors: bad_input, naming the line. Threads: safe.
#pragma once

#include <string_view>
#include <vector>

#include "knowledge/error.h"
#include "knowledge/readers/tables/series.h"

namespace fstune::knowledge {

bool is_ministat(std::string_view text);
Result<std::vector<Series>> read_ministat(std::string_view text);

}  // namespace fstune::knowledge
