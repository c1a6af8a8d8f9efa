// Time, so that tests can move it by hand.
// Threads: safe.
#pragma once

#include <chrono>

namespace fstune::probes {

class Clock {
  public:
    virtual ~Clock() = default;
    virtual std::chrono::nanoseconds monotonic() const = 0;  // since an arbitrary start
    virtual std::chrono::system_clock::time_point wall() const = 0;
};

}  // namespace fstune::probes
