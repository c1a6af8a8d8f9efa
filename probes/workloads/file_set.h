// The files that a workload works on: made, held open, removed at the end.
//
// Effects: makes and removes files below the directory.
// Errors: failed with path and reason; interrupted.
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "probes/workloads/pattern.h"

namespace fstune::probes {

class FileSet {
  public:
    FileSet() = default;
    FileSet(FileSet&&) = default;
    FileSet& operator=(FileSet&&) = delete;
    ~FileSet();

    // Empty files, opened with `flags` besides O_RDWR (O_DIRECT).
    static Result<FileSet> make(const std::string& directory, int count, std::uint64_t size_each,
                                int flags);

    // Writes all files at the same time, so that they compete for the allocator, then puts them
    // on the device and drops them from the page cache.
    Result<void> write_all(double compressible, std::uint64_t seed, const std::stop_token& stop);
    Result<void> drop_caches() const;

    const std::vector<Range>& ranges() const { return ranges_; }
    const std::vector<std::string>& paths() const { return paths_; }

  private:
    std::vector<std::string> paths_;
    std::vector<Range> ranges_;
};

}  // namespace fstune::probes
