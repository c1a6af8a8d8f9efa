// Geometry and refusals of knowledge/geometry and knowledge/safety as findings.
#pragma once

#include <string_view>
#include <vector>

#include "knowledge/diagnosis/finding.h"
#include "knowledge/error.h"
#include "knowledge/geometry/stripe.h"
#include "knowledge/safety/refusals.h"

namespace fstune::knowledge::diagnosis {

void add_geometry(std::string_view subject, const Geometry& geometry, Findings& findings);
void add_refusals(const std::vector<Refusal>& refusals, Findings& findings);
// What lsblk printed, as JSON or for people.
Result<std::vector<LsblkDevice>> lsblk_devices(std::string_view text);

void add_cut_off(std::string_view kind, const Error& error, Findings& findings);

}  // namespace fstune::knowledge::diagnosis
