#include "knowledge/value.h"

namespace fstune::knowledge {

std::string to_text(const Value& value) {
    if (const auto* on = std::get_if<bool>(&value)) return *on ? "on" : "off";
    if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
    return std::get<std::string>(value);
}

}  // namespace fstune::knowledge
