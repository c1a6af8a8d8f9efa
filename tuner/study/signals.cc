#include "tuner/study/signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

namespace fstune::tuner {

namespace {

constexpr int stopping[] = {SIGINT, SIGTERM, SIGHUP};
constexpr char stop_wanted = 's', end_of_waiting = 'e';
std::atomic<int> write_end = -1;  // all that a handler may touch

void on_signal(int) {
    const int saved = errno;
    const int pipe = write_end;
    if (pipe >= 0) [[maybe_unused]]
        const auto written = ::write(pipe, &stop_wanted, 1);
    errno = saved;
}

// A handler may not call request_stop(): it takes locks. So a thread does.
void wait_for_stop(int pipe, const std::stop_source& source) {
    char what = 0;
    while (true) {
        const auto got = ::read(pipe, &what, 1);
        if (got < 0 && errno == EINTR) continue;
        if (got != 1 || what == end_of_waiting) return;
        source.request_stop();
    }
}

}  // namespace

StopSignals::StopSignals() {
    if (::pipe2(pipe_, O_CLOEXEC) != 0) return;  // then signals keep their old meaning
    ::fcntl(pipe_[1], F_SETFL, O_NONBLOCK);      // a full pipe must not hold up the handler
    write_end = pipe_[1];
    waiter_ = std::thread(wait_for_stop, pipe_[0], source_);
    struct sigaction action = {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    int index = 0;
    for (const int signal : stopping) ::sigaction(signal, &action, &before_[index++]);
    action.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &action, &before_[index]);
}

StopSignals::~StopSignals() {
    if (!waiter_.joinable()) return;
    write_end = -1;  // from here on the handler does nothing
    // The pipe may be full of stop requests; the waiter drains it, so this ends.
    while (::write(pipe_[1], &end_of_waiting, 1) < 0 && (errno == EAGAIN || errno == EINTR))
        std::this_thread::yield();
    waiter_.join();
    int index = 0;
    for (const int signal : stopping) {
        if (!source_.stop_requested()) ::sigaction(signal, &before_[index], nullptr);
        ++index;
    }
    ::sigaction(SIGPIPE, &before_[index], nullptr);
    ::close(pipe_[0]);
    ::close(pipe_[1]);
}

}  // namespace fstune::tuner
