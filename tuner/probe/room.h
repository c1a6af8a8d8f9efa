// Whether what is to be measured fits the filesystem, before anything is written.
//
// Units: bytes. Errors: usage, with what is there, what is needed and what to do.
// Threads: safe.
#pragma once

#include "knowledge/error.h"
#include "probes/host/filesystem_at.h"
#include "tuner/probe/probe.h"

namespace fstune::tuner {

// The size of the data set: the one that was asked for, or one that fits. `parallel`: how many of
// them are on this filesystem at once.
Result<std::uint64_t> fitting_size(const ProbeSettings& settings,
                                   const probes::FilesystemAt& filesystem, int parallel = 1);

}  // namespace fstune::tuner
