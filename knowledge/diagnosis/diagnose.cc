#include "knowledge/diagnosis/diagnose.h"

#include <fmt/format.h>

#include <algorithm>

#include "knowledge/diagnosis/kind.h"
#include "knowledge/diagnosis/together.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge::diagnosis {

namespace {

Finding not_recognised(const Input& input) {
    if (trim(input.text).empty())
        return finding("not-recognised", input.file, "it is empty: there is nothing to look at",
                       "give it the output of a tool, or the name of a file");
    std::string tried;
    for (const auto& kind : kinds())
        tried += fmt::format("{}{}", tried.empty() ? "" : ", ", kind.what);
    const bool binary = input.text.find('\0') != std::string::npos;
    const auto* what = binary ? "it is not text" : "no form fits";
    return finding("not-recognised", input.file,
                   fmt::format("not recognised ({}); tried: {}", what, tried),
                   "give the unchanged output of one of these tools");
}

Diagnosis diagnose_one(const Input& input, const Context& context) {
    Diagnosis diagnosis{input.file, "unknown", {}};
    for (const auto& kind : kinds()) {
        if (kind.last_resort && diagnosis.recognised()) continue;
        if (!kind.recognises(input.text)) continue;
        if (!diagnosis.recognised()) diagnosis.kind = kind.name;
        kind.examine(input.text, context, diagnosis.findings);
    }
    if (!diagnosis.recognised()) diagnosis.findings.push_back(not_recognised(input));
    return diagnosis;
}

}  // namespace

std::vector<Diagnosis> diagnose(const std::vector<Input>& inputs, Context context) {
    for (const auto& input : inputs) {
        learn_kernel(input.text, context);
        for (const auto& kind : kinds())
            if (kind.learn != nullptr && kind.recognises(input.text))
                kind.learn(input.text, context);
    }
    std::vector<Diagnosis> all;
    all.reserve(inputs.size());
    for (const auto& input : inputs) all.push_back(diagnose_one(input, context));
    examine_together(inputs, all);
    return all;
}

}  // namespace fstune::knowledge::diagnosis
