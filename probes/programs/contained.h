// A command that works in a folder and leaves no process behind.
#pragma once

#include <string>
#include <vector>

namespace fstune::probes {

// The argument vector that runs `argv` (argv[0] an absolute path) with `folder` as its working
// folder and in FSTUNE_DIR. As root in a PID namespace of its own: then what has left the process
// group (fio's jobs do, and daemons) ends with it too, and no semaphore is left.
std::vector<std::string> contained(const std::string& folder, const std::vector<std::string>& argv);

}  // namespace fstune::probes
