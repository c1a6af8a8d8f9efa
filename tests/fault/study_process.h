// A real study by the real program, in a process that can be killed.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace fstune::fault_test {

class StudyProcess {
  public:
    StudyProcess(std::vector<std::string> arguments, const std::string& log) {
        arguments.insert(arguments.begin(), FSTUNE_PROGRAM);
        pid_ = fork();
        if (pid_ != 0) return;
        const int out = open(log.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
        dup2(out, 1);
        dup2(out, 2);
        std::vector<char*> words;
        for (auto& argument : arguments) words.push_back(argument.data());
        words.push_back(nullptr);
        execv(FSTUNE_PROGRAM, words.data());
        _exit(127);
    }
    StudyProcess(const StudyProcess&) = delete;
    StudyProcess& operator=(const StudyProcess&) = delete;
    ~StudyProcess() {
        if (pid_ > 0) end(SIGKILL);
    }
    // Until it has taken over SIGINT.
    void wait_until_it_listens() const {
        for (int tries = 0; tries < 1000; ++tries) {
            std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
            for (std::string line; std::getline(status, line);)
                if (line.starts_with("SigCgt:") &&
                    (std::stoull(line.substr(7), nullptr, 16) >> (SIGINT - 1) & 1) != 0)
                    return;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }
    void send(int signal) const { kill(pid_, signal); }
    // Its wait status.
    int wait() {
        int status = 0;
        waitpid(pid_, &status, 0);
        pid_ = -1;
        return status;
    }
    int end(int signal) {
        send(signal);
        return wait();
    }

  private:
    pid_t pid_ = -1;
};

}  // namespace fstune::fault_test
