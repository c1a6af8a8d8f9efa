// The directories that a workload works in: made, held open, and removed with all that was put
// into them, where the place is not thrown away.
//
// Effects: makes directories, and removes what is below them: only what make() itself made.
// Errors: failed with path and reason.
// Threads: reading is safe.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "knowledge/error.h"
#include "probes/workloads/workload.h"

namespace fstune::probes {

class Directories {
  public:
    Directories() = default;
    Directories(Directories&& other) noexcept = default;
    Directories& operator=(Directories&&) = delete;
    ~Directories();

    // PREFIX0, PREFIX1, ... in the place's directory.
    static Result<Directories> make(const WorkloadPlace& place, const std::string& prefix,
                                    std::size_t count);

    // Removes directories with what is in them, at the end of its life.
    class Removal {
      public:
        explicit Removal(std::vector<std::string> paths) : paths_(std::move(paths)) {}
        Removal(const Removal&) = delete;
        Removal& operator=(const Removal&) = delete;
        ~Removal();

      private:
        std::vector<std::string> paths_;
    };
    // Closes the directories and leaves them to the caller.
    std::vector<std::string> release();

    std::size_t count() const { return open_.size(); }
    int at(std::size_t number) const { return open_[number]; }  // a descriptor, for openat()
    const std::string& path(std::size_t number) const { return paths_[number]; }

  private:
    bool keep_ = false;
    std::vector<std::string> paths_;
    std::vector<int> open_;
};

}  // namespace fstune::probes
