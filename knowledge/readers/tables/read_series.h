// Reads the numbers of a benchmark from text of any of these forms:
//   - one value a line (a single name as a header is understood);
//   - a table with a header: phase, variant, value and conditions by name, or a column a variant;
//     a table of summaries with n, mean and deviation;
//   - lines "label value... [unit]", and blank-parted tables whose header may be a comment;
//   - ministat's output.
// Not for fio's JSON or studies of fstune.
//
// Errors: bad_input, naming the line: not a number, not finite, a missing field, nothing at all.
// Threads: safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "knowledge/readers/tables/columns.h"
#include "knowledge/readers/tables/series.h"

namespace fstune::knowledge {

// `name` is the variant of a file that names none.
Result<std::vector<Series>> read_series(std::string_view text, const std::string& name,
                                        const ColumnNames& columns = {});

}  // namespace fstune::knowledge
