#include "search/pareto/front.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

namespace fstune::search {
namespace {

using knowledge::Configuration;

Configuration named(const std::string& name, int changes = 1) {
    Configuration configuration{.filesystem = "xfs", .values = {}};
    for (int i = 0; i < changes; ++i)
        configuration.values["xfs." + name + std::to_string(i)] = std::int64_t{1};
    return configuration;
}

// True values of two goals, measured in blocks with noise.
struct Measured {
    GoalRatios ratios() const {
        return [this](const Configuration& one, const Configuration& other, std::size_t goal) {
            std::vector<double> all;
            for (std::size_t block = 0; block < blocks; ++block)
                all.push_back(log_of(one, goal, block) - log_of(other, goal, block));
            return all;
        };
    }
    double log_of(const Configuration& one, std::size_t goal, std::size_t block) const {
        std::mt19937_64 random(std::hash<std::string>{}(knowledge::to_text(one)) + 31 * block +
                               1000 * goal);
        std::normal_distribution<double> drawn(0, noise);
        return std::log(values.at(one)[goal]) + drawn(random);
    }
    std::vector<FrontMember> front(const std::vector<Configuration>& contestants) const {
        return front_of(contestants, ratios(), {.goals = 2, .confidence = 0.95, .min_gain = 0.02});
    }

    std::map<Configuration, std::vector<double>> values;
    double noise = 0.01;
    std::size_t blocks = 8;
};

const Configuration recommended = named("recommended"), reader = named("reader"),
                    writer = named("writer"), worse = named("worse");

TEST(Front, HoldsBothEndsAndNotWhatIsBeaten) {
    const Measured measured{.values = {{recommended, {100, 100}},
                                       {reader, {130, 80}},
                                       {writer, {80, 130}},
                                       {worse, {99, 70}}}};
    const auto front = measured.front({recommended, worse, reader, writer});
    ASSERT_EQ(front.size(), 3U);
    EXPECT_EQ(front[0].configuration, recommended);
    EXPECT_EQ(front[1].configuration, reader);
    EXPECT_EQ(front[2].configuration, writer);
}

TEST(Front, WithoutConflictTheRecommendedIsAlone) {
    const Measured measured{.values = {{recommended, {100, 100}}, {worse, {90, 80}}}};
    EXPECT_EQ(measured.front({recommended, worse}).size(), 1U);
}

TEST(Front, ATieWithinTheNoiseIsATie) {
    const auto same = named("same", 3);
    const Measured measured{
        .values = {{recommended, {100, 100}}, {same, {100.5, 99.7}}, {reader, {130, 80}}}};
    const auto front = measured.front({recommended, same, reader});
    ASSERT_EQ(front.size(), 2U);
    EXPECT_EQ(front[0].ties, (std::vector{same}));
}

// What is as good with fewer changes is the member.
TEST(Front, OfATieTheSimplestIsTheMember) {
    const auto longer = named("longer", 4);
    const Measured measured{
        .values = {{recommended, {100, 100}}, {longer, {130.2, 80}}, {reader, {130, 80}}}};
    const auto front = measured.front({recommended, longer, reader});
    ASSERT_EQ(front.size(), 2U);
    EXPECT_EQ(front[1].configuration, reader);
    EXPECT_EQ(front[1].ties, (std::vector{longer}));
}

// Sure, but too small to matter.
TEST(Front, LessThanTheSmallestGainIsNoDifference) {
    const Measured measured{.values = {{recommended, {100, 100}}, {reader, {101, 80}}},
                            .noise = 0.0001};
    EXPECT_EQ(measured.front({recommended, reader}).size(), 1U);
}

// At most one time in twenty, however many equals there are and whichever is called the
// recommended; not corrected, it would be about one in five.
TEST(Front, NoiseAloneMakesNoFront) {
    int made = 0;
    constexpr int runs = 150;
    for (int run = 0; run < runs; ++run) {
        Measured measured{.values = {}, .noise = 0.10};
        std::vector<Configuration> equals;
        for (int i = 0; i < 5; ++i) {
            equals.push_back(named("equal" + std::to_string(run) + "x" + std::to_string(i)));
            measured.values[equals.back()] = {100, 100};
        }
        made += measured.front(equals).size() > 1 ? 1 : 0;
    }
    EXPECT_LE(made, runs / 10);  // 5 %, and three standard errors
}

TEST(Front, TwoBlocksMakeNothingClear) {
    const Measured measured{.values = {{recommended, {100, 100}}, {reader, {200, 50}}},
                            .blocks = 2};
    EXPECT_EQ(measured.front({recommended, reader}).size(), 1U);
}

TEST(Front, TheRecommendedIsAMemberWhateverWasMeasured) {
    const Measured measured{.values = {{recommended, {100, 100}}, {reader, {130, 130}}}};
    const auto front = measured.front({recommended, reader});
    ASSERT_EQ(front.size(), 2U);
    EXPECT_EQ(front[0].configuration, recommended);
}

}  // namespace
}  // namespace fstune::search
