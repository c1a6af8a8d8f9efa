// Threads that work on a tree of files for a while, each for itself, with every operation timed;
// then all of it is put on the device. The measuring core of the workloads of many small files.
//
// Units: bytes and seconds.
// Errors: the first that a thread gave; failed where the sync does; interrupted.
// Effects: those of the work; syncs the filesystem of `directory` at the end, inside the time.
// Threads: starts `threads` and joins them all.
#pragma once

#include <functional>
#include <string>

#include "probes/workloads/measured.h"

namespace fstune::probes {

// What one thread has at hand while it works.
class Recorder {
  public:
    Recorder(SteadyClock::time_point start, SteadyClock::time_point end, std::stop_token stop)
        : start_(start), end_(end), stop_(std::move(stop)) {}

    // Whether there is time for another operation.
    bool more() const { return SteadyClock::now() < end_ && !stop_.stop_requested(); }
    bool stopped() const { return stop_.stop_requested(); }

    // One operation: gives Result<void>, and is counted where it succeeded. It adds what it moved
    // to read_bytes and written_bytes.
    template <typename Operation>
    Result<void> time(Operation&& operation) {
        const auto before = SteadyClock::now();
        if (auto done = operation(); !done) return done;
        measured_.note(start_, before, SteadyClock::now(), read_bytes + written_bytes);
        measured_.bytes_written += written_bytes;
        read_bytes = written_bytes = 0;
        return {};
    }

    const Measured& measured() const { return measured_; }

    std::uint64_t read_bytes = 0, written_bytes = 0;  // of the operation under way

  private:
    SteadyClock::time_point start_, end_;
    std::stop_token stop_;
    Measured measured_;
};

struct Stretch {
    std::size_t threads = 1;
    std::chrono::nanoseconds length{};
    std::stop_token stop;
    std::string directory;
};

using Work = std::function<Result<void>(std::size_t thread, Recorder& recorder)>;
Result<Measured> run_stretch(const Stretch& stretch, const Work& work);

// The filesystem of the directory.
Result<void> sync_filesystem(const std::string& directory);

}  // namespace fstune::probes
