// The table of `fstune studies`: a line of each study, its result below it.
#pragma once

#include <string>
#include <vector>

namespace fstune::tuner {

std::string studies_text(const std::vector<std::string>& paths);

}  // namespace fstune::tuner
