// Reads what `lsblk` prints for people (any columns, -f, -o, -i) and `wipefs` without -J.
//
// Units: bytes, as far as rounded sizes ("465.8G") tell them.
// Errors: bad_input, where there is no header line. Threads: safe.
#pragma once

#include "knowledge/readers/lsblk.h"

namespace fstune::knowledge {

bool is_lsblk_table(std::string_view text);
Result<std::vector<LsblkDevice>> read_lsblk_table(std::string_view text);

bool is_wipefs_table(std::string_view text);
Result<std::vector<WipefsSignature>> read_wipefs_table(std::string_view text);

}  // namespace fstune::knowledge
