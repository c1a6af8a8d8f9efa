// A job that two programs can do on the same files: fstune's own engine and the program that people
// know. Each call is one run of about `seconds`.
//
// Units: MB/s (10^6 bytes), operations a second, or files a second, as `unit` says.
// Errors: failed, where a run gave no figure.
// Threads: one at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "knowledge/error.h"

namespace fstune::bench {

struct Contest {
    std::string name, unit, rival;
    std::function<Result<double>(int run)> ours, theirs;
};

struct Conditions {
    std::string directory;
    double seconds = 2;
    std::uint64_t file_size = std::uint64_t{512} << 20;
    std::uint64_t files = 160'000;  // for fs_mark
};

// Sequential and random reads and writes, direct, 4 KiB and 1 MiB, one and 32 under way. The file
// that both work on must exist at data_file().
std::vector<Contest> io_contests(const Conditions& conditions);
std::string data_file(const Conditions& conditions);
Result<void> make_data_file(const Conditions& conditions);

// Making files of 4 KiB by four threads.
std::vector<Contest> tree_contests(const Conditions& conditions);

}  // namespace fstune::bench
