// The part of the JSON report that several goals have. Both are empty arrays for one goal.
//
// Threads: safe.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tuner/report/conclusion.h"

namespace fstune::tuner {

nlohmann::json gain_json(const std::optional<search::Gain>& gain);
nlohmann::json ceiling_json(const std::optional<Ceiling>& ceiling);
nlohmann::json configuration_json(const knowledge::Configuration& configuration);

nlohmann::json goals_json(const Conclusion& conclusion, const ReportContext& context);
nlohmann::json pareto_json(const Conclusion& conclusion);

}  // namespace fstune::tuner
