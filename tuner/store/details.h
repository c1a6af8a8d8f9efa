// What a study keeps of a measurement beside its value, as JSON text. Read without building a
// document: a study that goes on reads that of each of its trials.
//
// Errors: none; false for what details_text() cannot have written.
// Threads: safe.
#pragma once

#include <string>

#include "knowledge/trial.h"

namespace fstune::tuner {

std::string details_text(const knowledge::Measurement& measurement);
bool parse_details(const std::string& text, knowledge::Measurement& measurement);

}  // namespace fstune::tuner
