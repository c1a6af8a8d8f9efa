#include "search/space.h"

namespace fstune::search {

Space::Space(std::vector<std::string> filesystems, std::vector<knowledge::Parameter> parameters)
    : filesystems_(std::move(filesystems)), parameters_(std::move(parameters)) {}

}  // namespace fstune::search
