// Tells whether a text is still the same: 64 bits of FNV-1a, in hexadecimal. Against accidents, not
// against forgery.
// Threads: safe.
#pragma once

#include <string>
#include <string_view>

namespace fstune::knowledge {

std::string fingerprint(std::string_view text);

}  // namespace fstune::knowledge
