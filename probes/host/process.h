// Runs other programs. Argument vectors only: nothing here reaches a shell.
//
// Effects: tagged by each command, so that a decorator can refuse (dry run), record, or fail them.
// Children get a clean environment (PATH, LC_ALL=C, TZ=UTC), no standard input, and their own
// process group; at the deadline the whole group is killed and reaped.
// Errors: failed (could not be started), timed_out (says which command), interrupted. A program
// that ran and ended non-zero is a Finished, not an error.
// Threads: safe.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

#include "knowledge/error.h"

namespace fstune::probes {

enum class Effect { reads, writes_device, mounts };

struct Command {
    std::vector<std::string> argv;  // argv[0] may be a bare name; it is looked up in the clean PATH
    Effect effect = Effect::reads;
    std::chrono::milliseconds deadline{30'000};
    std::stop_token stop = {};  // when requested, the group is killed and run() gives interrupted
};

struct Finished {
    int exit_code = 0;  // 128 + signal where a signal ended it
    std::string out;    // at most 16 MiB are kept of each stream
    std::string err;
    double user_seconds = 0;
    double system_seconds = 0;
};

class Process {
  public:
    virtual ~Process() = default;
    virtual Result<Finished> run(const Command& command) = 0;
};

// "mkfs.xfs -f '/dev/my disk'": quoted so that a person can paste it into a shell.
std::string shell_quoted(const std::vector<std::string>& argv);

}  // namespace fstune::probes
