// Reads what fs_mark prints: a row for each pass over the files.
//
// Units: bytes, files a second, microseconds, as the program has them.
// Errors: bad_input, where it holds no row, or a row with other figures than its header names.
// Threads: safe.
// Source: fs_mark 3.3.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/error.h"

namespace fstune::knowledge {

struct FsMarkRow {
    double used_percent = 0;      // of the filesystem
    std::uint64_t count = 0;      // files so far
    std::uint64_t size = 0;       // bytes a file
    double files_per_s = 0;       // of this pass
    double overhead_us = 0;       // time outside of system calls on files
    double fsync_average_us = 0;  // with -v only; 0: not told
};

struct FsMarkRun {
    int threads = 0;          // 0: not told
    std::string sync_method;  // "INBAND FSYNC"; empty: not told
    std::vector<FsMarkRow> rows;
};

bool is_fs_mark(std::string_view text);
Result<FsMarkRun> read_fs_mark(std::string_view text);

}  // namespace fstune::knowledge
