// Reads and writes sizes, times and shares as people type them.
//
// Units: bytes, std::chrono::nanoseconds, and shares as fractions (2% is 0.02).
// Errors: usage, naming the text and the forms that are accepted.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "knowledge/error.h"

namespace fstune::knowledge {

// "4096", "64k", "2G", "1.5T", "2GiB": binary multiples, as mkfs tools take them.
Result<std::uint64_t> parse_size(std::string_view text);

// "90" (seconds), "500ms", "90s", "10m", "1h30m".
Result<std::chrono::nanoseconds> parse_duration(std::string_view text);

// "2%" or "0.02"; "95%".
Result<double> parse_share(std::string_view text);

std::string format_size(std::uint64_t bytes);                    // "2 GiB", "1.5 MiB"
std::string format_duration(std::chrono::nanoseconds duration);  // "850 ms", "12.3 s", "2 m 5 s"

}  // namespace fstune::knowledge
