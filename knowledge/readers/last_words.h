// The end of what a program said, as one short printable line for a reason: control characters and
// bytes that are no ASCII become '?', lines are joined with " | ". What a program explains from a
// line "Usage:" on, after it has said what is wrong, is left out.
// Threads: safe.
#pragma once

#include <string>
#include <string_view>

namespace fstune::knowledge {

std::string last_words(std::string_view said, std::size_t most = 300);

}  // namespace fstune::knowledge
