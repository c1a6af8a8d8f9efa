// How --help looks: an option with the name of what it takes, and lines that fit. CLI11 would add
// ranges and lists as its checks describe them.
#pragma once

#include <memory>

namespace CLI {
class FormatterBase;
}

namespace fstune::tuner {

std::shared_ptr<CLI::FormatterBase> help_format();

}  // namespace fstune::tuner
