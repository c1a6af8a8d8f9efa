// Diagnoses as JSON: {"inputs":[{"file","kind","findings":[{"code","severity","subject","message",
// "advice","values"}]}]}. Bytes that are no UTF-8 are replaced.
//
// Threads: safe.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "knowledge/diagnosis/diagnose.h"

namespace fstune::knowledge::diagnosis {

nlohmann::json to_json(const Findings& findings);
nlohmann::json to_json(const std::vector<Diagnosis>& diagnoses);

}  // namespace fstune::knowledge::diagnosis
