// The files that a workload works on: made, held open, removed at the end where the place is not
// thrown away.
//
// Effects: makes and removes files below the directory; raises this process's limit of open files
// where there are many.
// Errors: failed with path and reason; interrupted.
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "probes/workloads/pattern.h"
#include "probes/workloads/workload.h"

namespace fstune::probes {

class FileSet {
  public:
    FileSet() = default;
    FileSet(FileSet&&) = default;
    FileSet& operator=(FileSet&&) = delete;
    ~FileSet();

    // Empty files NAME.0, NAME.1, ..., opened with `flags` besides O_RDWR (O_DIRECT).
    static Result<FileSet> make(const WorkloadPlace& place, const std::string& name,
                                std::uint64_t count, std::uint64_t size_each, int flags);

    // Writes all files, `threads` at the same time, so that they compete for the allocator, then
    // puts them on the device and drops them from the page cache.
    Result<void> write_all(std::size_t threads, double compressible, std::uint64_t seed,
                           const std::stop_token& stop);
    // Gives them their size and space without data, as a mapping needs it.
    Result<void> reserve_all() const;
    Result<void> drop_caches() const;
    // Takes all data out of the files again.
    Result<void> cut_all() const;

    // Leaves the first, the third, ...
    void remove_every_other();

    // Whole files for each thread, or parts of `block` bytes or more where there are fewer files.
    std::vector<Share> shares(std::size_t threads, std::uint64_t block) const;

    const std::vector<Range>& ranges() const { return ranges_; }
    const std::vector<std::string>& paths() const { return paths_; }

  private:
    bool keep_ = false;
    std::vector<std::string> paths_;
    std::vector<Range> ranges_;
};

}  // namespace fstune::probes
