// The machine's own clock.
#pragma once

#include "probes/host/clock.h"

namespace fstune::probes {

class SystemClock : public Clock {
  public:
    std::chrono::nanoseconds monotonic() const override {
        return std::chrono::steady_clock::now().time_since_epoch();
    }
    std::chrono::system_clock::time_point wall() const override {
        return std::chrono::system_clock::now();
    }
};

}  // namespace fstune::probes
