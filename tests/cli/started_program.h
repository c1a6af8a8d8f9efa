// The real program, started and left to run: so that a test can interrupt it, or watch it on a
// terminal.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace fstune::test {

enum class On { pipe, terminal };

class StartedProgram {
  public:
    // On a pipe both streams are caught together; on a terminal all that is drawn.
    StartedProgram(std::vector<std::string> arguments, On on,
                   const std::vector<std::string>& environment = {}) {
        arguments.insert(arguments.begin(), FSTUNE_PROGRAM);
        std::vector<char*> argv;
        for (auto& argument : arguments) argv.push_back(argument.data());
        argv.push_back(nullptr);
        int ends[2] = {-1, -1};
        if (on == On::pipe && pipe(ends) != 0) return;
        const winsize size = {.ws_row = 24, .ws_col = 100, .ws_xpixel = 0, .ws_ypixel = 0};
        pid_ = on == On::terminal ? forkpty(&output_, nullptr, nullptr, &size) : fork();
        if (pid_ == 0) become_program(argv, environment, ends[1]);
        if (on == On::pipe) {
            output_ = ends[0];
            close(ends[1]);
        }
    }
    ~StartedProgram() {
        if (pid_ > 0) {
            kill(pid_, SIGKILL);
            waitpid(pid_, nullptr, 0);
        }
        close(output_);
    }
    StartedProgram(const StartedProgram&) = delete;
    StartedProgram& operator=(const StartedProgram&) = delete;

    // Until it has said `text`, or ended.
    bool wait_for(const std::string& text) {
        while (said_.find(text) == std::string::npos) {
            if (!read_more()) return false;
        }
        return true;
    }
    void signal(int number) const { kill(pid_, number); }
    // Its exit code; 128 + signal where one ended it.
    int wait() {
        while (read_more()) {
        }
        int status = 0;
        waitpid(pid_, &status, 0);
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    const std::string& said() const { return said_; }

  private:
    [[noreturn]] static void become_program(const std::vector<char*>& argv,
                                            const std::vector<std::string>& environment, int out) {
        if (out >= 0) {
            dup2(out, STDOUT_FILENO);
            dup2(out, STDERR_FILENO);
        }
        setenv("TERM", "xterm", 1);
        unsetenv("NO_COLOR");
        for (const auto& entry : environment) putenv(strdup(entry.c_str()));
        execv(argv.front(), argv.data());
        _exit(127);
    }
    bool read_more() {
        constexpr int patience = 120'000;  // milliseconds: a program that hangs fails the test
        pollfd ready = {.fd = output_, .events = POLLIN, .revents = 0};
        if (poll(&ready, 1, patience) <= 0) {
            ADD_FAILURE() << "nothing said for two minutes, after: " << said_;
            return false;
        }
        char text[4096];
        const auto got = read(output_, text, sizeof text);
        if (got > 0) said_.append(text, static_cast<std::size_t>(got));
        return got > 0;
    }

    pid_t pid_ = -1;
    int output_ = -1;
    std::string said_;
};

}  // namespace fstune::test
