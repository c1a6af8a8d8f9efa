// What is wrong with the lines of an fstab, and a copy that is right.
//
// Threads: safe.
#pragma once

#include <string>
#include <string_view>

#include "knowledge/diagnosis/context.h"
#include "knowledge/diagnosis/finding.h"

namespace fstune::knowledge::diagnosis {

// No fstab is larger; findings on every line of a larger text would fill the memory.
constexpr std::size_t largest_fstab = std::size_t{1} << 20;

struct LintedFstab {
    Findings findings;
    // Comments, blank lines, order, line ends and unknown x- options are kept; lines with nothing
    // wrong are the same to the byte.
    std::string corrected;
};

LintedFstab lint_fstab(std::string_view text, const Context& context);

}  // namespace fstune::knowledge::diagnosis
