// A comparison as JSON, for machines. What is not known is null, never a made-up number.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tuner/compare/compare.h"

namespace fstune::tuner {

nlohmann::ordered_json compare_json(const CompareReport& report);

}  // namespace fstune::tuner
