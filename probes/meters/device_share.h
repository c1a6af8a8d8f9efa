// Whether what a workload asked for really moved over the device: what did not was not measured
// there.
//
// Units: bytes. Shares are of what was asked for.
// Threads: safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "probes/meters/foreign_io.h"

namespace fstune::probes {

// What a workload asked for while it was measured. 0: unknown, and nothing is judged by it.
struct Asked {
    std::uint64_t bytes_read = 0, bytes_written = 0;
    std::uint64_t operations = 0;
    std::uint64_t data_set = 0;  // bytes
    std::uint64_t passes = 1;    // most often that a part of it was gone through
    double compressible = 0;     // share of what was written that compresses away
    bool from_device = true;     // what is read is claimed to come from the device
};

struct Surroundings {
    bool encoded = false;                 // the filesystem stores less than it is given
    std::uint64_t memory = 0;             // of the machine, bytes; 0: unknown
    std::optional<double> resident = {};  // share of the data in the page cache at the beginning
};

std::optional<std::string> judge_reads(const Asked& asked, const Surroundings& around,
                                       const BelowDevice& below, const IoStretch& measured);
std::optional<std::string> judge_written(const Asked& asked, const Surroundings& around,
                                         const IoStretch& measured);
// Read again and again, a small data set lies in a cache: the drive's, if not the kernel's.
std::optional<std::string> judge_data_set(const Asked& asked, const Surroundings& around,
                                          const IoStretch& measured);

}  // namespace fstune::probes
