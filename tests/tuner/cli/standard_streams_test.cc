#include "tuner/cli/standard_streams.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fstune::tuner {
namespace {

// The number of the file that a child opens next, whose standard streams are closed.
int next_opened_without_streams(bool hold) {
    const auto child = fork();
    if (child == 0) {
        for (const int stream : {0, 1, 2}) close(stream);
        if (hold) hold_standard_streams();
        _exit(open("/dev/null", O_RDWR));
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(StandardStreams, AClosedOneIsNotTakenByTheNextFile) {
    EXPECT_EQ(next_opened_without_streams(false), 0);
    EXPECT_GT(next_opened_without_streams(true), 2);
}

// What is said without a stream is lost, and not taken for said.
TEST(StandardStreams, AHeldOneTakesNothing) {
    const auto child = fork();
    if (child == 0) {
        for (const int stream : {0, 1, 2}) close(stream);
        hold_standard_streams();
        char byte = 0;
        _exit(write(1, "x", 1) < 0 && write(2, "x", 1) < 0 && read(0, &byte, 1) < 0 ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace fstune::tuner
