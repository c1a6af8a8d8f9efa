#include "probes/workloads/permutation.h"

#include <gtest/gtest.h>

#include <vector>

namespace fstune::probes {
namespace {

TEST(Permutation, GivesEachNumberOnce) {
    for (const std::uint64_t count : {1, 2, 3, 5, 64, 1000, 4097}) {
        const Permutation order(count, 9);
        std::vector<int> seen(count);
        for (std::uint64_t i = 0; i < count; ++i) {
            ASSERT_LT(order(i), count);
            ++seen[order(i)];
        }
        EXPECT_EQ(seen, std::vector<int>(count, 1)) << count;
    }
}

TEST(Permutation, DependsOnTheSeedAloneAndSeldomStepsToTheNextNumber) {
    const Permutation one(10'000, 1), same(10'000, 1), other(10'000, 2);
    int equal = 0, steps = 0;
    for (std::uint64_t i = 0; i + 1 < 10'000; ++i) {
        EXPECT_EQ(one(i), same(i));
        equal += one(i) == other(i) ? 1 : 0;
        steps += one(i + 1) == one(i) + 1 ? 1 : 0;
    }
    EXPECT_LT(equal, 20);
    EXPECT_LT(steps, 20);
}

}  // namespace
}  // namespace fstune::probes
