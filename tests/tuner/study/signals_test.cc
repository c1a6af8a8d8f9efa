#include "tuner/study/signals.h"

#include <gtest/gtest.h>

namespace fstune::tuner {
namespace {

bool has_old_meaning(int signal) {
    struct sigaction now = {};
    ::sigaction(signal, nullptr, &now);
    return now.sa_handler == SIG_DFL;
}

TEST(StopSignals, PutBackWhatTheyReplaced) {
    {
        const StopSignals signals;
        EXPECT_FALSE(has_old_meaning(SIGINT));
        EXPECT_FALSE(has_old_meaning(SIGPIPE));
    }
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
        EXPECT_TRUE(has_old_meaning(signal));
}

// Each in a process of its own, as it ends with the program.
TEST(StopSignalsDeathTest, AFurtherOneChangesNothingUntilTheProgramEnds) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        EXPECT_EXIT(
            {
                {
                    const StopSignals signals;
                    ::raise(signal);
                    while (!signals.token().stop_requested()) std::this_thread::yield();
                }
                ::raise(signal);
                std::exit(130);
            },
            testing::ExitedWithCode(130), "");
}

}  // namespace
}  // namespace fstune::tuner
