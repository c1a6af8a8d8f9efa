// Who used the processors: this process with its children, the kernel's own threads (writeback,
// journal, loop devices), other programs, and what the hypervisor took away.
//
// Units: seconds of one processor. The kernel counts in ticks (10 ms as a rule), so a short stretch
// is known no better than to a few of them.
// Source: proc(5), /proc/stat and /proc/PID/stat; kernel Documentation/accounting/psi.rst.
// Threads: safe.
#pragma once

#include <optional>
#include <string>

#include "probes/host/files.h"

namespace fstune::probes {

struct ProcessorTime {
    double own = 0;     // this process and its children that have ended
    double kernel = 0;  // kernel threads
    double busy = 0;    // of all, interrupts and what was stolen left out
    double stolen = 0;
    double all = 0;             // all processors, idle ones too
    double memory_stalled = 0;  // some task waited for memory

    double others() const;  // neither own nor kernel's
    ProcessorTime operator-(const ProcessorTime& earlier) const;
};

// Until now, since the machine started.
ProcessorTime processor_time(const Files& files);

// What of a stretch of `seconds` was too much taken away to believe a figure; nothing where not.
std::optional<std::string> judge_processor_time(const ProcessorTime& used, double seconds);

}  // namespace fstune::probes
