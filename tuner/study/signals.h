// Turns SIGINT, SIGTERM and SIGHUP into a stop request while it lives. The first asks the trial to
// end, which unmounts; a further one changes nothing.
//
// Effects: replaces the handlers of the process and ignores SIGPIPE, so that a closed pipe is a
// write error and no death. At its end puts all back; but after a stop the three stay ignored,
// since the program is about to end with a code that says so. One thread.
// Threads: one object a process at a time.
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace fstune::tuner {

class StopSignals {
  public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    std::stop_token token() const { return source_.get_token(); }

  private:
    std::stop_source source_;
    struct sigaction before_[4] = {};
    int pipe_[2] = {-1, -1};
    std::thread waiter_;
};

}  // namespace fstune::tuner
