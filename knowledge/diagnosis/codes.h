// The closed list of finding codes. A code, once given out, keeps its meaning.
#pragma once

#include <span>
#include <string_view>

#include "knowledge/diagnosis/finding.h"

namespace fstune::knowledge::diagnosis {

struct Code {
    std::string_view name;
    Severity severity;  // the usual one
    std::string_view meaning;
};

std::span<const Code> codes();
const Code* code(std::string_view name);  // nullptr: no such code

}  // namespace fstune::knowledge::diagnosis
