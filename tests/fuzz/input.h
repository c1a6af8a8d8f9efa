// The bytes of a fuzz input as a reader gets them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fstune {

inline std::string_view fuzz_text(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

}  // namespace fstune
