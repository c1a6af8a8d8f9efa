// A parameter's value: a switch, a whole number in the parameter's unit, or a name.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace fstune::knowledge {

using Value = std::variant<bool, std::int64_t, std::string>;

// "on"/"off", the number in decimal, or the name itself.
std::string to_text(const Value& value);

}  // namespace fstune::knowledge
