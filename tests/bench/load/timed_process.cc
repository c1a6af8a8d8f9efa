#include "tests/bench/load/timed_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

namespace fstune::bench {

namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

[[noreturn]] void become(const std::vector<std::string>& argv, const std::string& output) {
    const int out = open(output.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    std::vector<char*> words;
    for (const auto& word : argv) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    execvp(words.front(), words.data());
    _exit(127);
}

}  // namespace

TimedProcess::TimedProcess(const std::vector<std::string>& argv, const std::string& output)
    : pid_(fork()), begun_(now()) {
    if (pid_ == 0) become(argv, output);
}

TimedProcess::~TimedProcess() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    reap(0);
}

double TimedProcess::seconds() const { return now() - begun_; }

bool TimedProcess::reap(int options) {
    int status = 0;
    rusage usage{};
    if (pid_ <= 0 || wait4(pid_, &status, options, &usage) != pid_) return false;
    pid_ = -1;
    used_ = {seconds(), static_cast<double>(usage.ru_maxrss) / 1024,
             WIFEXITED(status) && WEXITSTATUS(status) == 0};
    return true;
}

bool TimedProcess::runs() { return pid_ > 0 && !reap(WNOHANG); }

void TimedProcess::interrupt() const { kill(pid_, SIGINT); }

Used TimedProcess::wait() {
    reap(0);
    return used_;
}

}  // namespace fstune::bench
