// An inspection for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tuner/inspect/inspection.h"

namespace fstune::tuner {

std::string inspection_text(const Inspection& inspection);
nlohmann::json inspection_json(const Inspection& inspection);

}  // namespace fstune::tuner
