// A comparison in words, for people.
#pragma once

#include <optional>
#include <string>

#include "tuner/compare/compare.h"

namespace fstune::tuner {

std::string compare_text(const CompareReport& report);

// "+9.6 %", "-86.6 %, or 7.4 times slower": a loss is never over 100 %. `b` over `a`, both
// positive.
std::string change_text(double a, double b, search::Direction direction);

}  // namespace fstune::tuner
