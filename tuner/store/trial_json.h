// Configurations and outcomes as JSON, in the form that the store, `export` and the report share.
//
// Errors: bad_input, where a text is not what was written here.
// Threads: safe.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "knowledge/error.h"
#include "knowledge/trial.h"
#include "tuner/store/study_store.h"

namespace fstune::tuner {

// {"xfs.agcount": 8, "xfs.largeio": true}
nlohmann::json values_json(const knowledge::Configuration& configuration);
Result<knowledge::Configuration> read_configuration(const std::string& filesystem,
                                                    const std::string& values);

// metrics, seconds and warnings of a measurement: what only reports read.
Result<void> read_details(const std::string& text, knowledge::Measurement& measurement);

nlohmann::json trial_json(const StoredTrial& trial);

Result<knowledge::Phase> read_phase(const std::string& text);
Result<knowledge::FailureKind> read_failure_kind(const std::string& text);

}  // namespace fstune::tuner
