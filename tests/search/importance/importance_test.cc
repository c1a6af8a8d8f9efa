#include "search/importance/importance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "search/sampling.h"
#include "tests/search/spaces.h"

namespace fstune::search {
namespace {

using knowledge::Configuration;

Space plain_space() {
    using namespace knowledge;
    std::vector<Parameter> parameters;
    for (const std::string name : {"a", "b", "c", "d", "e"})
        parameters.push_back(
            test::parameter("xfs", name, LevelsDomain{{1, 2, 3}}, std::int64_t{1}));
    parameters.push_back(
        test::parameter("xfs", "wide", IntegerDomain{1, 1000, 1, IntegerDomain::Scale::logarithmic},
                        std::int64_t{1}));
    return Space({"xfs"}, parameters);
}

double level(const Space& space, const Configuration& c, const std::string& name) {
    return static_cast<double>(std::get<std::int64_t>(space.value(c, *space.find(name))));
}

template <typename Landscape>
std::vector<ParameterImportance> learnt(const Space& space, int trials, std::uint64_t seed,
                                        Landscape landscape) {
    Random random(seed);
    std::normal_distribution<double> noise(0, 0.03);
    Importance importance(space);
    for (int i = 0; i < trials; ++i) {
        const auto c = random_configuration(space, random);
        importance.add(test::measured({c}, 1000 * std::exp(landscape(c) + noise(random))));
    }
    return importance.by_parameter();
}

TEST(Importance, OrdersParametersByWhatTheyExplain) {
    const Space space = plain_space();
    const auto found = learnt(space, 400, 1, [&](const Configuration& c) {
        return 0.10 * (level(space, c, "xfs.b") == 2) + 0.05 * (level(space, c, "xfs.d") == 3);
    });
    ASSERT_EQ(found.size(), 6U);
    EXPECT_EQ(found[0].parameter, "xfs.b");
    EXPECT_EQ(found[1].parameter, "xfs.d");
    EXPECT_TRUE(found[0].mattered());
    EXPECT_TRUE(found[1].mattered());
    // Four to one by their squares.
    EXPECT_NEAR(found[0].share, 0.8, 0.1);
    EXPECT_NEAR(found[1].share, 0.2, 0.1);
    for (std::size_t i = 2; i < found.size(); ++i) EXPECT_FALSE(found[i].mattered());
}

TEST(Importance, SeesARangeOfManyValues) {
    const Space space = plain_space();
    const auto found = learnt(space, 100, 2, [&](const Configuration& c) {
        return level(space, c, "xfs.wide") > 100 ? 0.2 : 0.0;
    });
    EXPECT_EQ(found.front().parameter, "xfs.wide");
    EXPECT_TRUE(found.front().mattered());
}

TEST(Importance, OnAFlatLandscapeRarelyNamesAny) {
    const Space space = plain_space();
    int named = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed)
        for (const auto& one : learnt(space, 60, seed, [](const Configuration&) { return 0.0; }))
            named += one.mattered();
    EXPECT_LE(named, 20);  // 10 expected at 5 % a study
}

TEST(Importance, TellsNothingFromTooFewTrialsOrFailures) {
    const Space space = plain_space();
    EXPECT_TRUE(learnt(space, 11, 3, [](const Configuration&) { return 0.0; }).empty());
    Importance importance(space);
    for (int i = 0; i < 50; ++i) importance.add(test::refused({space.default_of("xfs")}));
    EXPECT_TRUE(importance.by_parameter().empty());
}

TEST(Importance, AParameterThatNeverChangedIsNotListed) {
    const Space space = plain_space();
    Importance importance(space);
    Random random(4);
    for (int i = 0; i < 40; ++i) {
        Configuration c{"xfs", {}};
        if (i % 2 == 0) c.values["xfs.a"] = std::int64_t{2};
        importance.add(test::measured({c}, i % 2 == 0 ? 1100.0 + i : 1000.0 + i));
    }
    const auto found = importance.by_parameter();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().parameter, "xfs.a");
    EXPECT_TRUE(found.front().mattered());
}

TEST(Importance, TheFilesystemIsOneOfTheParameters) {
    const Space space = test::mixed_space();
    const auto found = learnt(
        space, 120, 5, [](const Configuration& c) { return c.filesystem == "xfs" ? 0.3 : 0.0; });
    EXPECT_EQ(found.front().parameter, "filesystem");
    EXPECT_GT(found.front().share, 0.8);
}

}  // namespace
}  // namespace fstune::search
