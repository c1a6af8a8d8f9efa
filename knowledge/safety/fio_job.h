// A fio job file made safe to run: read, each option judged (fio_options.h), and written anew in a
// plain form, so that fio reads nothing that was not judged here.
//
// Errors: usage, where it is no job file; refused, naming job, option and value, where an option
// would reach outside the folder that the job runs in.
// Threads: safe.
// Source: fio 3.33 init.c (__parse_jobs_ini): sections, '#' and ';' up to the end of the line; what
// begins with "global" is no job.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "knowledge/error.h"

namespace fstune::knowledge {

struct FioSection {
    std::string name;                                          // "global...": for those that follow
    std::vector<std::pair<std::string, std::string>> options;  // value empty: a flag
};

struct FioJobFile {
    std::vector<FioSection> sections;

    std::vector<std::string> job_names() const;  // without "global"
    std::uint64_t processes() const;             // of all jobs; numjobs counted
    // For fio, run in the folder itself. A job that does not say how much gets `default_size`.
    std::string text(std::uint64_t default_size) const;
};

Result<FioJobFile> read_fio_job(std::string_view text);

}  // namespace fstune::knowledge
