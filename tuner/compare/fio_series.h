// fio's JSON as series: one for each job and direction, in bytes a second; runs of one job repeat
// it. Errors: bad_input, where nothing was measured.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "knowledge/error.h"
#include "knowledge/readers/tables/series.h"

namespace fstune::tuner {

Result<std::vector<knowledge::Series>> read_fio_series(std::string_view text,
                                                       const std::string& variant);

}  // namespace fstune::tuner
