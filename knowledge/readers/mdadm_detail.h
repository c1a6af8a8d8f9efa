// Reads `mdadm --detail` of one array or several, into the same values as mdstat.
//
// Errors: bad_input, where the text is no such output.
// Source: mdadm 4.2 (Detail.c).
// Threads: safe.
#pragma once

#include <string_view>
#include <vector>

#include "knowledge/error.h"
#include "knowledge/readers/mdstat.h"

namespace fstune::knowledge {

Result<std::vector<MdArray>> read_mdadm_detail(std::string_view text);

}  // namespace fstune::knowledge
