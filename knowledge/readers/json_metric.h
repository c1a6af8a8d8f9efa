// Finds a metric in a program's JSON output by a JSON pointer (RFC 6901), with messages before and
// after the JSON. A number, or a text that is one.
//
// Errors: usage, where the pointer is none; bad_input, where there is no whole JSON, it is too
// large to be held, or there is no finite number at the pointer.
// Threads: safe.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "knowledge/error.h"

namespace fstune::knowledge {

// Parsed JSON takes some twenty times its text.
constexpr std::size_t longest_metric_json = std::size_t{4} << 20;

Result<void> check_json_pointer(const std::string& pointer);
Result<double> json_metric(std::string_view output, const std::string& pointer);

// The JSON in a program's output, and what a value of it is as a number.
Result<nlohmann::json> json_of_output(std::string_view output);
Result<double> json_number(const nlohmann::json& value);

}  // namespace fstune::knowledge
