#include "knowledge/diagnosis/finding.h"

#include <fmt/format.h>

#include <cstdlib>

#include "knowledge/diagnosis/codes.h"

namespace fstune::knowledge::diagnosis {

Finding finding(std::string_view code_name, std::string_view subject, std::string message,
                std::string advice, Values values) {
    const auto* known = code(code_name);
    if (known == nullptr) {
        fmt::print(stderr, "fstune: finding code '{}' is not in the list of codes\n", code_name);
        std::abort();
    }
    return {std::string(code_name), known->severity,   std::string(subject),
            std::move(message),     std::move(advice), std::move(values)};
}

std::string to_text(Severity severity) {
    switch (severity) {
        case Severity::info:
            return "info";
        case Severity::warning:
            return "warning";
        case Severity::error:
            return "error";
        case Severity::refuse:
            return "refuse";
    }
    return "info";
}

}  // namespace fstune::knowledge::diagnosis
