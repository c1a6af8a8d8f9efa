// Where growing with something (drives, threads) ends.
//
// Threads: safe.
#pragma once

#include <optional>
#include <vector>

namespace fstune::search {

struct Level {
    double at = 0;     // drives, threads
    double value = 0;  // higher is better
};

struct Scaling {
    double stops_at = 0;  // the smallest level within `tolerance` of the best later one
    bool falls = false;   // from its peak on, every later level is below it
    double peak_at = 0;
};

// Nothing for fewer than two levels. `levels` ascend.
std::optional<Scaling> scaling_of(const std::vector<Level>& levels, double tolerance);

}  // namespace fstune::search
