// Small files of the kernel and of this program: sysfs, procfs, temporary folders. Rooted at a
// prefix, so that a tree of captured files can stand in for "/".
// Not for data files of workloads.
//
// Errors: failed, naming the path and the system's reason.
// Threads: safe.
#pragma once

#include <string>
#include <vector>

#include "knowledge/error.h"

namespace fstune::probes {

class Files {
  public:
    virtual ~Files() = default;
    virtual Result<std::string> read(const std::string& path) const = 0;
    virtual Result<void> write(const std::string& path, const std::string& text) = 0;
    virtual Result<std::vector<std::string>> list(
        const std::string& directory) const = 0;  // sorted
    virtual bool exists(const std::string& path) const = 0;
    virtual Result<std::string> resolve(const std::string& path) const = 0;  // links followed
    // A new folder, mode 0700, whose name nobody can foresee, below the root-owned parent.
    virtual Result<std::string> make_private_directory(const std::string& parent) = 0;
    virtual Result<void> remove_directory(const std::string& path) = 0;  // must be empty
};

}  // namespace fstune::probes
