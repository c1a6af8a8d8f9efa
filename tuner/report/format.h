// Numbers as people read them.
//
// Threads: safe.
#pragma once

#include <cstdint>
#include <string>

#include "search/verdict/verdict.h"

namespace fstune::tuner {

// "+12.3 %", "-86.6 %", "+640 % (7.4 times)".
std::string format_gain(double gain);
// "+12.3 % (95 % interval: +8.0 % to +17.1 %)"
std::string format_gain(const search::Gain& gain, double confidence);
std::string format_share(double share);  // "95 %", "0.5 %"
std::string format_value(double value);  // three digits that mean something: "512", "51.2", "0.512"

std::string counted(std::int64_t count, const std::string& what);  // "1 trial", "2 trials"

}  // namespace fstune::tuner
