#include "tuner/cli/standard_streams.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

namespace fstune::tuner {

void hold_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) >= 0) continue;
        // The lowest free number is taken, which is this one; the wrong way on purpose.
        [[maybe_unused]] const int held =
            ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

void say_error(const std::string& text) {
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
}

bool finish_output() {
    errno = 0;
    const bool arrived =
        std::cout.flush().good() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (!arrived)
        say_error(fmt::format("fstune: standard output could not be written{}{}\n",
                              errno != 0 ? ": " : "", errno != 0 ? std::strerror(errno) : ""));
    return arrived;
}

}  // namespace fstune::tuner
