// A clock that a test moves by hand.
#pragma once

#include "probes/host/clock.h"

namespace fstune::test {

class FakeClock : public probes::Clock {
  public:
    std::chrono::nanoseconds monotonic() const override { return now_; }
    std::chrono::system_clock::time_point wall() const override {
        return std::chrono::system_clock::time_point(
            std::chrono::duration_cast<std::chrono::system_clock::duration>(now_));
    }
    void move(double seconds) {
        now_ += std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
    }

  private:
    std::chrono::nanoseconds now_{0};
};

}  // namespace fstune::test
