// Room for many open files.
// Effects: raises this process's soft limit, as far as the hard limit allows.
#pragma once

#include <cstdint>

namespace fstune::probes {

// `count` beside what the program has open anyway. Where that cannot be, opening says so.
void allow_open_files(std::uint64_t count);

}  // namespace fstune::probes
