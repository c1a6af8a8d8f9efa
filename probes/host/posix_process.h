// Process on this machine, by fork, pidfd and poll: no waiting that can outlast a deadline.
//
// Effects: as the command's tag says. A child dies with the thread that started it, so that a
// killed fstune leaves no mkfs running. A child that cannot be killed (stuck in the kernel) is left
// behind and named in the error.
#pragma once

#include "probes/host/process.h"

namespace fstune::probes {

class PosixProcess : public Process {
  public:
    Result<Finished> run(const Command& command) override;
};

// "/usr/sbin/mkfs.xfs" for "mkfs.xfs": looked up in the clean PATH only; an absolute path stays.
// Errors: unsupported, where no such program is installed.
Result<std::string> find_program(const std::string& name);

}  // namespace fstune::probes
