#include "knowledge/fingerprint.h"

#include <fmt/format.h>

#include <cstdint>

namespace fstune::knowledge {

std::string fingerprint(std::string_view text) {
    constexpr std::uint64_t basis = 0xcbf29ce484222325ULL, prime = 0x100000001b3ULL;
    std::uint64_t hash = basis;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * prime;
    return fmt::format("{:016x}", hash);
}

}  // namespace fstune::knowledge
