// Lets several threads begin at the same moment: each that arrives waits until all that still take
// part have arrived.
//
// Threads: made for them.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace fstune::tuner {

class StartGate {
  public:
    explicit StartGate(std::size_t taking_part) : missing_(taking_part) {}

    void arrive_and_wait() {
        std::unique_lock lock(mutex_);
        ++arrived_;
        --missing_;
        if (missing_ == 0) open_.notify_all();
        open_.wait(lock, [this] { return missing_ == 0; });
    }
    // Instead of arriving: it has failed before it came so far.
    void leave() {
        const std::lock_guard lock(mutex_);
        --missing_;
        if (missing_ == 0) open_.notify_all();
    }
    std::size_t arrived() const {
        const std::lock_guard lock(mutex_);
        return arrived_;
    }

  private:
    mutable std::mutex mutex_;
    std::condition_variable open_;
    std::size_t missing_, arrived_ = 0;
};

}  // namespace fstune::tuner
