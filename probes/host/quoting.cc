#include <algorithm>
#include <string_view>

#include "probes/host/process.h"

namespace fstune::probes {

namespace {

std::string quoted(const std::string& word) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%^";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

}  // namespace

std::string shell_quoted(const std::vector<std::string>& argv) {
    std::string line;
    for (const auto& word : argv) line += (line.empty() ? "" : " ") + quoted(word);
    return line;
}

}  // namespace fstune::probes
