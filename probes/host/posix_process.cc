#include "probes/host/posix_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "probes/host/child.h"
#include "probes/host/unique_fd.h"

namespace fstune::probes {

namespace {

using SteadyClock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::size_t kept_bytes = std::size_t{16} << 20;
// How long the kernel gets to end a process after SIGKILL; longer means it is stuck in a driver.
constexpr auto kill_grace = 5s;

int milliseconds_until(SteadyClock::time_point when) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(when - SteadyClock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
}

// Takes what is there now, but no more than a pipe holds: a program that writes as fast as we read
// must not keep us from looking at the deadline. False at the end of the stream.
bool drain(int fd, std::string& text) {
    std::array<char, 65536> buffer;
    constexpr std::size_t pipe_holds = std::size_t{1} << 20;
    for (std::size_t taken = 0;;) {
        if (taken >= pipe_holds) return true;
        const auto got = read(fd, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return errno == EAGAIN;
        if (got == 0) return false;
        const auto room = kept_bytes - std::min(kept_bytes, text.size());
        text.append(buffer.data(), std::min(room, static_cast<std::size_t>(got)));
        taken += static_cast<std::size_t>(got);
    }
}

// After the group was killed: until nobody holds the streams any more. Its leader may be gone while
// others still end, and a mount that they use is busy until then.
void await_others(const Child& child, SteadyClock::time_point until, Finished& finished) {
    std::array<pollfd, 2> watched{{{child.out.get(), POLLIN, 0}, {child.err.get(), POLLIN, 0}}};
    while (watched[0].fd >= 0 || watched[1].fd >= 0) {
        if (SteadyClock::now() >= until) return;
        const int ready = poll(watched.data(), watched.size(), milliseconds_until(until));
        if (ready < 0 && errno != EINTR) return;
        if (watched[0].revents && !drain(child.out.get(), finished.out)) watched[0].fd = -1;
        if (watched[1].revents && !drain(child.err.get(), finished.err)) watched[1].fd = -1;
    }
}

enum class Ending { ended, deadline, stopped };

// Until the program has ended: streams that a grandchild keeps open do not hold us up.
Ending watch(const Child& child, const Command& command, int stop_fd, Finished& finished) {
    const auto deadline = SteadyClock::now() + command.deadline;
    std::array<pollfd, 4> watched{{{child.pidfd.get(), POLLIN, 0},
                                   {child.out.get(), POLLIN, 0},
                                   {child.err.get(), POLLIN, 0},
                                   {stop_fd, POLLIN, 0}}};
    for (;;) {
        const int ready = poll(watched.data(), watched.size(), milliseconds_until(deadline));
        if (ready < 0 && errno != EINTR) return Ending::deadline;
        if (watched[1].revents && !drain(child.out.get(), finished.out)) watched[1].fd = -1;
        if (watched[2].revents && !drain(child.err.get(), finished.err)) watched[2].fd = -1;
        if (watched[0].revents) return Ending::ended;
        if (command.stop.stop_requested()) return Ending::stopped;
        if (SteadyClock::now() >= deadline) return Ending::deadline;
    }
}

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

// Ends the whole group, and reaps the leader. The group is killed before its leader is reaped, so
// that its number cannot have been given to someone else. False: the kernel does not let go of it.
bool end_group(const Child& child, Finished& finished) {
    kill(-child.pid, SIGKILL);
    pollfd ended{child.pidfd.get(), POLLIN, 0};
    if (poll(&ended, 1, static_cast<int>(std::chrono::milliseconds(kill_grace).count())) != 1)
        return false;
    int status = 0;
    rusage usage{};
    while (wait4(child.pid, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    drain(child.out.get(), finished.out);
    drain(child.err.get(), finished.err);
    finished.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    finished.user_seconds = seconds(usage.ru_utime);
    finished.system_seconds = seconds(usage.ru_stime);
    return true;
}

}  // namespace

Result<std::string> find_program(const std::string& name) {
    if (name.starts_with('/')) return name;
    if (name.empty() || name.find('/') != std::string::npos)
        return fail(ErrorCode::usage,
                    fmt::format("'{}' is neither a program's name nor an absolute path", name));
    for (const auto* folder : {"/usr/sbin/", "/usr/bin/", "/sbin/", "/bin/"})
        if (access((folder + name).c_str(), X_OK) == 0) return folder + name;
    return fail(ErrorCode::unsupported,
                fmt::format("{} is not installed (looked in {})", name, clean_path));
}

Result<Finished> PosixProcess::run(const Command& command) {
    if (command.argv.empty()) return fail(ErrorCode::usage, "no program was named");
    const auto line = shell_quoted(command.argv);
    const auto program = find_program(command.argv.front());
    if (!program) return tl::unexpected(program.error());
    auto child = start_child(*program, command.argv);
    if (!child) return wrap(child.error(), line);

    StopWakeup wakeup(command.stop);
    Finished finished;
    const auto ending = watch(*child, command, wakeup.fd(), finished);
    if (!end_group(*child, finished))
        return fail(ErrorCode::timed_out,
                    fmt::format("{}: did not end and cannot be killed (process {} is stuck in the "
                                "kernel); look at dmesg for the device's errors",
                                line, child->pid));
    if (ending != Ending::ended) await_others(*child, SteadyClock::now() + kill_grace, finished);
    if (ending == Ending::stopped) return fail(ErrorCode::interrupted, line + ": stopped");
    if (ending == Ending::deadline)
        return fail(ErrorCode::timed_out,
                    fmt::format("{}: killed after {} s without an end", line,
                                std::chrono::duration<double>(command.deadline).count()));
    return finished;
}

}  // namespace fstune::probes
