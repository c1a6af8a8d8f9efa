// What benchmark programs print, as series: tiobench's tables and those of `fstune probe` (also its
// JSON), fs_mark, postmark, dbench and bonnie++.
//
// Units: each program's own. Errors: bad_input. Threads: safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "knowledge/error.h"
#include "knowledge/readers/tables/series.h"
#include "knowledge/readers/tiobench.h"

namespace fstune::tuner {

// The rates, one series for each phase and number of threads.
Result<std::vector<knowledge::Series>> series_of(const std::vector<knowledge::TiobenchRow>& rows);

bool is_benchmark_output(std::string_view text);
// `variant`: where the text names none.
Result<std::vector<knowledge::Series>> read_benchmark_series(std::string_view text,
                                                             const std::string& variant);

}  // namespace fstune::tuner
