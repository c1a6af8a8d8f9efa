// Rules on fio results that JSON and text share.
#pragma once

#include <optional>
#include <string>

#include "knowledge/diagnosis/context.h"
#include "knowledge/diagnosis/finding.h"

namespace fstune::knowledge::diagnosis {

struct FioFacts {
    std::string job, direction;
    std::optional<bool> direct;  // not known: not told
    bool synced = false;         // sync=1, fsync=, end_fsync=
    bool random = false;
    std::optional<double> latency_min_ns, latency_mean_ns;
    double bytes_per_s = 0, iops = 0;
    std::uint64_t bytes_asked = 0;             // size of the data set; 0: not known
    std::optional<double> device_bytes_per_s;  // as iostat saw it at the same time
    int hard_disks = 0;                        // rotating disks below; 0: not known
};

void check_fio(const FioFacts& facts, const Context& context, Findings& findings);

}  // namespace fstune::knowledge::diagnosis
