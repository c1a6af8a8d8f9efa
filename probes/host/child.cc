#include "probes/host/child.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <boost/process.hpp>
#include <boost/process/extend.hpp>
#include <system_error>

namespace fstune::probes {

namespace bp = boost::process;

namespace {

// Between fork and exec: only what is safe there, so no allocation.
void prepare(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    setpgid(0, 0);
    for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    umask(022);
    if (chdir("/") != 0) _exit(127);
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
}

bp::environment clean_environment() {
    bp::environment environment;
    environment["PATH"] = clean_path;
    environment["LC_ALL"] = "C";
    environment["TZ"] = "UTC";
    return environment;
}

// Our end of a pipe, which does not block and is no child's.
UniqueFd taken(bp::pipe& pipe) {
    UniqueFd end(fcntl(pipe.native_source(), F_DUPFD_CLOEXEC, 3));
    fcntl(end.get(), F_SETFL, O_NONBLOCK);
    return end;
}

}  // namespace

Result<Child> start_child(const std::string& program, const std::vector<std::string>& argv) {
    try {
        bp::pipe out, err;
        const pid_t parent = getpid();
        std::error_code problem;
        bp::child child(
            bp::exe = program, bp::args = std::vector<std::string>(argv.begin() + 1, argv.end()),
            clean_environment(), (bp::std_in < bp::null), (bp::std_out > out), (bp::std_err > err),
            bp::extend::on_exec_setup = [parent](auto&) { prepare(parent); }, problem);
        if (problem)
            return fail(ErrorCode::failed, "cannot start " + program + ": " + problem.message());
        const pid_t pid = child.id();
        child.detach();     // waited for by its pidfd: Boost's own waiting can outlast its end
        setpgid(pid, pid);  // by both sides, so that the group exists before either goes on
        return Child{pid, UniqueFd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))), taken(out),
                     taken(err)};
    } catch (const std::exception& problem) {
        return fail(ErrorCode::failed, "cannot start " + program + ": " + problem.what());
    }
}

StopWakeup::StopWakeup(const std::stop_token& stop)
    : event_(stop.stop_possible() ? eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) : -1),
      callback_(stop, Signal{event_.get()}) {}

void StopWakeup::Signal::operator()() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(fd, &one, sizeof one);
}

}  // namespace fstune::probes
