// Recognises what people paste, and says what is wrong with it. Pure: text in, findings out.
//
// Errors: a text that nothing recognises becomes one finding "not-recognised" that says what was
// tried.
// Threads: safe.
#pragma once

#include <string>
#include <vector>

#include "knowledge/diagnosis/context.h"
#include "knowledge/diagnosis/finding.h"

namespace fstune::knowledge::diagnosis {

// Texts above this are not looked at: what people paste is far smaller, and memory stays bounded.
constexpr std::size_t largest_text = std::size_t{16} << 20;

struct Input {
    std::string file;
    std::string text;
};

struct Diagnosis {
    std::string file;
    std::string kind;  // "unknown" where not recognised
    Findings findings;

    bool recognised() const { return kind != "unknown"; }
};

std::vector<Diagnosis> diagnose(const std::vector<Input>& inputs, Context context);

}  // namespace fstune::knowledge::diagnosis
