// A directory on a filesystem in memory, removed at the end.
// Effects: makes and removes a directory below /dev/shm.
#pragma once

#include <optional>

#include "probes/workloads/workload.h"

namespace fstune::probes {

class MemoryPlace {
  public:
    // Nothing where /dev/shm is no tmpfs, or there is little memory. Allows a quarter of the memory
    // that is available.
    static std::optional<MemoryPlace> make();
    MemoryPlace(MemoryPlace&& other) noexcept;
    MemoryPlace& operator=(MemoryPlace&&) = delete;
    ~MemoryPlace();
    const WorkloadPlace& place() const { return place_; }

  private:
    MemoryPlace() = default;
    WorkloadPlace place_;
};

}  // namespace fstune::probes
