// The kinds of input that fstune recognises: an explicit table, one file of rules a kind.
//
// Threads: safe.
#pragma once

#include <span>
#include <string_view>

#include "knowledge/diagnosis/context.h"
#include "knowledge/diagnosis/finding.h"

namespace fstune::knowledge::diagnosis {

struct Kind {
    std::string_view name;  // "mdstat"; in JSON
    std::string_view what;  // "/proc/mdstat"; for people
    bool (*recognises)(std::string_view text);
    // What the other inputs and kinds may use; may be null.
    void (*learn)(std::string_view text, Context& context);
    void (*examine)(std::string_view text, const Context& context, Findings& findings);
    // Looked at only where no kind before it recognised the text: its form is loose.
    bool last_resort = false;
};

// The most specific first: the first that recognises a text names its kind. A text that holds
// more than one (a paste of df and dumpe2fs) is examined by each.
std::span<const Kind> kinds();

}  // namespace fstune::knowledge::diagnosis
