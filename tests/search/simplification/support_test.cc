#include "search/simplification/support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace fstune::search {
namespace {

using knowledge::Configuration;

const Configuration winner{"xfs",
                           {{"xfs.a", std::int64_t{2}},
                            {"xfs.b", std::int64_t{2}},
                            {"xfs.c", std::int64_t{2}},
                            {"xfs.d", std::int64_t{2}}}};

knowledge::Trial trial(const Configuration& configuration, double value) {
    knowledge::Trial trial;
    trial.configuration = configuration;
    knowledge::Measurement measured;
    measured.value = value;
    trial.outcome = measured;
    return trial;
}

// Random changes; only a matters, by 40 %.
std::map<std::string, double> learnt(Direction direction) {
    std::mt19937_64 random(3);
    Support support(winner, direction);
    for (int i = 0; i < 40; ++i) {
        Configuration tried{"xfs", {}};
        for (const auto& [name, value] : winner.values)
            if (random() % 2 == 0) tried.values[name] = static_cast<std::int64_t>(1 + random() % 2);
        const double factor = tried.values.contains("xfs.a") ? 1.4 : 1.0;
        support.add(trial(tried, direction == Direction::maximize ? factor : 1 / factor));
        support.add(trial({"ext4", tried.values}, 1000));
    }
    return support.by_parameter();
}

TEST(Support, IsForWhatMatters) {
    for (const auto direction : {Direction::maximize, Direction::minimize}) {
        const auto support = learnt(direction);
        EXPECT_NEAR(support.at("xfs.a"), std::log(1.4), 0.05);
        for (const auto* other : {"xfs.b", "xfs.c", "xfs.d"})
            EXPECT_NEAR(support.at(other), 0, 0.05);
        EXPECT_EQ(unsupported(support).size(), 3U);
    }
}

// A search repeats its best values together; the few trials without them tell whose effect it is.
TEST(Support, IsNotSharedOutAmongWhatIsMostlyTriedTogether) {
    Support support(winner, Direction::maximize);
    std::mt19937_64 random(5);
    std::normal_distribution<double> noise(0, 0.01);
    for (int i = 0; i < 40; ++i) {
        Configuration tried = i < 30 ? winner : Configuration{"xfs", {}};
        if (i % 5 == 0) tried.values.erase("xfs.a");
        if (i % 7 == 0) tried.values.erase("xfs.b");
        const double factor = tried.values.contains("xfs.a") ? 1.3 : 1.0;
        support.add(trial(tried, factor * std::exp(noise(random))));
    }
    EXPECT_EQ(unsupported(support.by_parameter()),
              (std::vector<std::string>{"xfs.b", "xfs.c", "xfs.d"}));
}

TEST(Support, WithoutTrialsHalfIsKept) {
    const Support support(winner, Direction::maximize);
    EXPECT_LE(unsupported(support.by_parameter()).size(), 3U);
    EXPECT_EQ(unsupported({{"a", 1}, {"b", 1}, {"c", 1}, {"d", 0.9}}),
              (std::vector<std::string>{"c", "d"}));
    EXPECT_TRUE(unsupported({}).empty());
    EXPECT_TRUE(unsupported({{"a", -1}}).empty());
}

}  // namespace
}  // namespace fstune::search
