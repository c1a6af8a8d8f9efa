#include "probes/host/child.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace fstune::probes {

namespace {

struct Pipe {
    UniqueFd read, write;
};

Result<Pipe> make_pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return fail(ErrorCode::failed, std::string("pipe: ") + std::strerror(errno));
    return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

// Between fork and exec: only what is safe there, so no allocation. Reports errno and ends.
[[noreturn]] void become(const char* program, char* const* argv, pid_t parent, int out, int err,
                         int report) {
    static const char* environment[] = {"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C", "TZ=UTC",
                                        nullptr};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    setpgid(0, 0);
    for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    umask(022);
    const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null >= 0 && dup2(null, 0) == 0 && dup2(out, 1) == 1 && dup2(err, 2) == 2 &&
        chdir("/") == 0) {
        close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
        execve(program, argv, const_cast<char* const*>(environment));
    }
    const int problem = errno;
    [[maybe_unused]] const auto written = write(report, &problem, sizeof problem);
    _exit(127);
}

// Waits for exec, which closes the report; a number in it is why exec did not happen.
Result<void> started(const std::string& program, pid_t pid, int report) {
    int problem = 0;
    ssize_t got = 0;
    while ((got = read(report, &problem, sizeof problem)) < 0 && errno == EINTR) {
    }
    if (got == 0) return {};
    while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    return fail(ErrorCode::failed, "cannot start " + program + ": " + std::strerror(problem));
}

}  // namespace

Result<Child> start_child(const std::string& program, const std::vector<std::string>& argv) {
    auto out = make_pipe();
    auto err = make_pipe();
    auto report = make_pipe();
    for (const auto* pipe : {&out, &err, &report})
        if (!*pipe) return tl::unexpected(pipe->error());
    std::vector<char*> words;
    words.reserve(argv.size() + 1);
    for (const auto& word : argv) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);

    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid < 0) return fail(ErrorCode::failed, std::string("fork: ") + std::strerror(errno));
    if (pid == 0)
        become(program.c_str(), words.data(), parent, out->write.get(), err->write.get(),
               report->write.get());
    setpgid(pid, pid);  // by both sides, so that the group exists before either goes on
    report->write.reset();
    if (auto ok = started(program, pid, report->read.get()); !ok) return tl::unexpected(ok.error());

    fcntl(out->read.get(), F_SETFL, O_NONBLOCK);
    fcntl(err->read.get(), F_SETFL, O_NONBLOCK);
    return Child{pid, UniqueFd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))),
                 std::move(out->read), std::move(err->read)};
}

StopWakeup::StopWakeup(const std::stop_token& stop)
    : event_(stop.stop_possible() ? eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) : -1),
      callback_(stop, Signal{event_.get()}) {}

void StopWakeup::Signal::operator()() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(fd, &one, sizeof one);
}

}  // namespace fstune::probes
