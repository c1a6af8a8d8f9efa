// What `fstune diagnose` and `fstune lint` say of an input.
//
// Units: in the names of `values` ("su_bytes", "offset_bytes"); stride and stripe_width in
// blocks of the filesystem.
// Errors: an unknown code is a broken invariant and aborts.
// Threads: safe.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fstune::knowledge::diagnosis {

// refuse: it may not be formatted, or fstune will not use it.
enum class Severity { info, warning, error, refuse };

using FindingValue =
    std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>>;

struct Finding {
    std::string code;  // one of codes()
    Severity severity = Severity::warning;
    std::string subject;  // a device, mount point, option, job
    std::string message;  // what is so
    std::string advice;   // what to do
    std::map<std::string, FindingValue> values;
};

using Findings = std::vector<Finding>;
using Values = std::map<std::string, FindingValue>;

// A finding with the usual severity of its code.
Finding finding(std::string_view code, std::string_view subject, std::string message,
                std::string advice, Values values = {});

std::string to_text(Severity severity);

// Every whole number of a reader fits; what is too large for JSON's readers is cut to the largest.
inline std::int64_t whole(std::uint64_t number) {
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    return number > static_cast<std::uint64_t>(most) ? most : static_cast<std::int64_t>(number);
}

}  // namespace fstune::knowledge::diagnosis
