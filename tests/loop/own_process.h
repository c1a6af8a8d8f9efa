// Runs a piece of a test in a process of its own, because a mount namespace is for life. Its
// failed expectations fail the test.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace fstune::loop_test {

template <typename Body>
void own_process(Body body) {
    std::fflush(nullptr);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        body();
        std::fflush(nullptr);
        _exit(testing::Test::HasFailure() ? 1 : 0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0)
        << "see the failures above; wait status " << status;
}

// Another process that has `path` open until the end of this.
class Opener {
  public:
    Opener(const std::string& path, int flags) {
        int ready[2] = {-1, -1};
        if (pipe(ready) != 0) return;
        process_ = fork();
        if (process_ == 0) {
            const bool good = open(path.c_str(), flags) >= 0;
            const auto told = write(ready[1], good ? "y" : "n", 1);
            while (told == 1) pause();
            _exit(1);
        }
        char answer = 'n';
        EXPECT_EQ(read(ready[0], &answer, 1), 1);
        EXPECT_EQ(answer, 'y') << path;
        close(ready[0]);
        close(ready[1]);
    }
    ~Opener() {
        if (process_ <= 0) return;
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
    }
    Opener(const Opener&) = delete;
    Opener& operator=(const Opener&) = delete;
    pid_t process() const { return process_; }

  private:
    pid_t process_ = -1;
};

}  // namespace fstune::loop_test
