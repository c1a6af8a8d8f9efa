#include "knowledge/readers/fstab.h"

#include "knowledge/diagnosis/fstab_rules.h"
#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge::diagnosis {

namespace {

// Most lines that are no comments must be entries; a log that quotes one line is no fstab.
bool recognises(std::string_view text) {
    if (text.size() > largest_fstab) return false;
    std::size_t entries = 0, others = 0;
    for_each_line(text, [&](std::string_view line) {
        if (trim(line).empty() || is_comment(line)) return;
        ++(is_fstab_line(line) ? entries : others);
    });
    return entries > 0 && entries > others;
}

void examine(std::string_view text, const Context& context, Findings& findings) {
    auto linted = lint_fstab(text, context);
    findings.insert(findings.end(), linted.findings.begin(), linted.findings.end());
}

}  // namespace

Kind fstab_kind() { return {"fstab", "fstab", recognises, nullptr, examine}; }

}  // namespace fstune::knowledge::diagnosis
