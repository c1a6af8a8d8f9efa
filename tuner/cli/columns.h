// Text in columns for people: lines that fit 100 of them.
#pragma once

#include <cstddef>
#include <string>

namespace fstune::tuner {

constexpr std::size_t line_width = 100;

// Broken at blanks; every line but the first begins at `indent`, where the first one begins too.
std::string wrapped(const std::string& text, std::size_t indent);

}  // namespace fstune::tuner
