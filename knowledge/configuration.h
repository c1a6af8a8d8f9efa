// Values for the parameters of one filesystem. A parameter that is absent is left to mkfs and the
// kernel, so a Configuration without values is the control: exactly what a user who types
// nothing gets.
#pragma once

#include <compare>
#include <map>
#include <string>

#include "knowledge/value.h"

namespace fstune::knowledge {

struct Configuration {
    std::string filesystem;               // "ext4", "xfs", ...
    std::map<std::string, Value> values;  // by Parameter::name

    bool operator==(const Configuration&) const = default;
    auto operator<=>(const Configuration&) const = default;
};

// "xfs agcount=8 logbsize=262144"; "xfs defaults" where nothing is set. For people and logs.
std::string to_text(const Configuration& configuration);

}  // namespace fstune::knowledge
