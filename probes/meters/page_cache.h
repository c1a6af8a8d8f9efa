// How much of files lies in the page cache: shows that dropping it had effect before a read is
// measured.
// Source: mincore(2).
// Threads: safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fstune::probes {

// Of their pages, 0 to 1; at most the first GiB of all of them is looked at. Nothing where the
// kernel does not tell.
std::optional<double> resident_share(const std::vector<std::string>& paths);

}  // namespace fstune::probes
