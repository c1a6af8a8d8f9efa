#include "search/blocks/speed_step.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace fstune::search {
namespace {

constexpr std::size_t contestants = 3, blocks = 16;
constexpr double noise = 0.03;

// `speed` by the number of trials made, `effect` by contestant and draw of chance in [0, 1).
std::vector<TimedValue> trials(std::uint64_t seed, const std::function<double(std::size_t)>& speed,
                               const std::function<double(std::size_t, double)>& effect) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal(0, noise);
    std::uniform_real_distribution<double> chance;
    std::vector<TimedValue> values;
    for (std::size_t made = 0; made < blocks * contestants; ++made) {
        const std::size_t block = made / contestants;
        const std::size_t who = (made + block) % contestants;  // another order in each block
        values.push_back(
            {block, who,
             std::log(1000 * speed(made) * effect(who, chance(random))) + normal(random)});
    }
    return values;
}

double steady(std::size_t) { return 1; }
double five_percent_apart(std::size_t who, double) { return 1 + 0.05 * static_cast<double>(who); }

using Blocks = std::vector<std::size_t>;

// Noise hides some: a step is seven deviations here, and must leave a gap. Rarely it makes another.
TEST(SpeedStep, IsFoundInTheBlockInWhichItHappened) {
    int elsewhere = 0;
    for (const double after : {1.22, 0.8})
        for (const std::size_t at : {2U, 10U, 25U, 46U}) {
            int found = 0;
            for (std::uint64_t seed = 1; seed <= 100; ++seed) {
                const auto stepped = stepped_blocks(trials(
                    seed, [=](auto made) { return made < at ? 1 : after; }, five_percent_apart));
                const auto right = std::ranges::count(stepped, at / contestants);
                found += static_cast<int>(right);
                elsewhere += static_cast<int>(stepped.size()) - static_cast<int>(right);
            }
            EXPECT_GE(found, 85) << after << " at " << at;
        }
    EXPECT_LE(elsewhere, 2);  // of 800
}

TEST(SpeedStep, BetweenTwoBlocksSpoilsNone) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
        EXPECT_EQ(stepped_blocks(trials(
                      seed, [](auto made) { return made < 8 * contestants ? 1 : 1.22; },
                      five_percent_apart)),
                  Blocks{});
}

TEST(SpeedStep, SeveralAreFound) {
    const auto busy = [](std::size_t made) { return made >= 10 && made < 31 ? 0.75 : 1; };
    EXPECT_EQ(stepped_blocks(trials(1, busy, five_percent_apart)), (Blocks{3, 10}));
}

int studies_with_a_step(const std::function<double(std::size_t)>& speed,
                        const std::function<double(std::size_t, double)>& effect) {
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed)
        found += stepped_blocks(trials(seed, speed, effect)).empty() ? 0 : 1;
    return found;
}

TEST(SpeedStep, IsNotMadeOfNoiseOrDrift) {
    EXPECT_LE(studies_with_a_step(steady, five_percent_apart), 2);
    const auto ramp = [](std::size_t made) { return 0.9 + 0.2 * static_cast<double>(made) / 48; };
    EXPECT_LE(studies_with_a_step(ramp, five_percent_apart), 2);
}

// Else what makes it unstable would be left out.
TEST(SpeedStep, IsNotMadeOfAnUnstableContestant) {
    for (const double often : {0.1, 0.5}) {
        const auto one_is_slow_at_times = [often](std::size_t who, double chance) {
            return who == 1 && chance < often ? 0.3 : 1;
        };
        EXPECT_LE(studies_with_a_step(steady, one_is_slow_at_times), 2) << often;
    }
}

TEST(SpeedStep, IsNotMadeOfEqualOrFewValues) {
    EXPECT_EQ(stepped_blocks({}), Blocks{});
    EXPECT_EQ(stepped_blocks({{0, 0, 1}, {0, 1, 9}, {1, 0, 1}}), Blocks{});
    std::vector<TimedValue> equal;
    for (std::size_t i = 0; i < 20; ++i) equal.push_back({i / 2, i % 2, i % 2 == 0 ? 0.1 : 0.3});
    EXPECT_EQ(stepped_blocks(equal), Blocks{});
}

}  // namespace
}  // namespace fstune::search
