// Compares the catalogue's version hints with a machine.
//
// Source: hints come from man pages and kernel documents; a test mount decides.
#pragma once

#include <string>

#include "knowledge/device_facts.h"

namespace fstune::knowledge {

// Hints are "kernel 5.15" or "mkfs.ext4 1.47.0". An empty hint, and one about a program or kernel
// whose version is not known, says nothing: false.
bool too_old_for(const MachineFacts& machine, const std::string& since);
bool too_new_for(const MachineFacts& machine, const std::string& until);

}  // namespace fstune::knowledge
