// The real programs as workloads: fio with the user's job, dbench, bonnie++, fs_mark, postmark,
// tiobench, and any command of the user's. Each is run in a folder of its own below the place's
// directory, its output is read, and the folder is removed. What a program says for itself is its
// metric, in its own unit; how each is run is in the file of its name.
//
// Effects: as Workload. A program works in its folder, with a clean environment and FSTUNE_DIR set
// to it; it and all that it started end with it, or at the timeout.
// Errors: usage, naming the option; refused, for a job that would reach outside its folder;
// unsupported, where the program is not installed. run(): as Workload; failed with the end of what
// the program said, where it crashed, exited non-zero or said nothing that can be read.
// Threads: as Workload.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "probes/host/process.h"
#include "probes/workloads/workload.h"

namespace fstune::probes {

struct ProgramRequest {
    std::string program;               // "dbench"; its name in programs()
    std::vector<std::string> metrics;  // the first counts, the others are kept beside it; empty:
                                       // the program's first
    std::string job_file, job;         // fio: the path as typed, and the text
    std::string command;               // command: the user's shell line
    std::string regex, pointer;  // command: where the metric is in what it prints; one of both
    std::string unit;            // where the program does not tell
    std::optional<bool> higher_is_better;
    std::chrono::milliseconds timeout = std::chrono::minutes(10);  // of one run
    bool timeout_asked = false;
};

struct ProgramInfo {
    std::string name;
    std::string binary;           // as find_program looks for it
    std::string package;          // of Debian; empty: in none
    std::string summary;          // one line
    std::string options;          // what has to be typed beside its name
    std::vector<Metric> metrics;  // the first unless told; empty: the user names it
};

struct ProgramSeams {
    Process& process;
    std::function<Result<std::string>(const std::string&)> find;  // a program's absolute path
};

const std::vector<ProgramInfo>& programs();
// Nothing where no program has this name.
const ProgramInfo* find_program_info(const std::string& name);

// What is wrong with the request, before anything is run; make_program() checks it too.
Result<void> check_program(const ProgramRequest& request);
Result<std::unique_ptr<Workload>> make_program(const ProgramRequest& request, ProgramSeams seams);

}  // namespace fstune::probes
