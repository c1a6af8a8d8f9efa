#include "probes/meters/steady_state.h"

#include <gtest/gtest.h>

#include <vector>

namespace fstune::probes {
namespace {

TEST(SteadyState, LeavesTheUnsteadyBeginningOut) {
    const std::vector<double> samples{300, 250, 180, 101, 99, 100, 102, 98, 100, 101};
    EXPECT_EQ(steady_from(samples), 3u);
}

TEST(SteadyState, KeepsAProbeThatWasSteadyAllAlong) {
    EXPECT_EQ(steady_from(std::vector<double>{100, 102, 98, 101, 99, 100}), 0u);
}

TEST(SteadyState, IsNotReachedByASlopeNorByWideSwings) {
    EXPECT_FALSE(steady_from(std::vector<double>{100, 96, 92, 88, 84, 80, 76, 72, 68, 64, 60, 56}));
    EXPECT_FALSE(is_steady(std::vector<double>{100, 103, 106, 109, 112, 115}));
    EXPECT_FALSE(
        steady_from(std::vector<double>{100, 150, 100, 150, 100, 150, 100, 150, 100, 150}));
}

TEST(SteadyState, NeedsEnoughSamplesAndSomethingDone) {
    EXPECT_FALSE(steady_from(std::vector<double>{100, 100, 100, 100}));
    EXPECT_FALSE(steady_from(std::vector<double>{0, 0, 0, 0, 0, 0}));
    EXPECT_FALSE(steady_from(std::vector<double>{}));
}

}  // namespace
}  // namespace fstune::probes
