#include "search/space.h"

#include <gtest/gtest.h>

#include "search/sampling.h"
#include "tests/search/spaces.h"

namespace fstune::search {
namespace {

using knowledge::Configuration;
using test::number;

Configuration ext4(std::map<std::string, knowledge::Value> values) { return {"ext4", values}; }

TEST(Space, CanonicalDropsDefaultsAndWhatIsNotActive) {
    const Space space = test::mixed_space();
    EXPECT_EQ(space.canonical(ext4({{"ext4.block", number(4096)}})), space.default_of("ext4"));
    EXPECT_EQ(space.canonical(ext4({{"ext4.commit", number(30)}})), space.default_of("ext4"));
    const Configuration kept =
        ext4({{"ext4.commit", number(30)}, {"ext4.data", std::string("writeback")}});
    EXPECT_EQ(space.canonical(kept), kept);
}

TEST(Space, ValueThatFallsAwayTakesItsDependantsAlong) {
    const Space space = test::mixed_space();
    EXPECT_EQ(space.canonical(ext4({{"ext4.journal", false},
                                    {"ext4.data", std::string("writeback")},
                                    {"ext4.commit", number(30)}})),
              ext4({{"ext4.journal", false}}));
}

TEST(Space, CompleteFillsInDefaultsOfActiveParametersOnly) {
    const Space space = test::mixed_space();
    const Configuration full = space.complete(space.default_of("ext4"));
    EXPECT_EQ(full.values.at("ext4.block"), knowledge::Value(number(4096)));
    EXPECT_FALSE(full.values.contains("ext4.commit"));
    EXPECT_FALSE(full.values.contains("xfs.agcount"));
    EXPECT_TRUE(full.values.contains("queue.read_ahead_kb"));
    EXPECT_EQ(space.canonical(full), space.default_of("ext4"));
}

TEST(Space, ContainsRefusesWhatIsNotOfIt) {
    const Space space = test::mixed_space();
    EXPECT_TRUE(space.contains(space.default_of("xfs")));
    EXPECT_TRUE(space.contains(ext4({{"ext4.flex", number(0)}})));
    EXPECT_FALSE(space.contains({"btrfs", {}}));
    EXPECT_FALSE(space.contains(ext4({{"xfs.agcount", number(2)}})));
    EXPECT_FALSE(space.contains(ext4({{"ext4.block", number(3000)}})));
    EXPECT_FALSE(space.contains(ext4({{"ext4.block", std::string("4096")}})));
    EXPECT_FALSE(space.contains(ext4({{"ext4.flex", number(24)}})));
    EXPECT_FALSE(space.contains(ext4({{"ext4.commit", number(30)}})));  // not active
}

TEST(Space, SizeCountsActiveCombinationsOnce) {
    const Space space = test::mixed_space();
    // ext4: journal off 1, ordered 1, writeback 300 commits; block 3, flex 10, reserved 3, queue 3.
    // xfs: 4 * 2, queue 3.
    EXPECT_EQ(space.size(), 302.0 * 3 * 10 * 3 * 3 + 4 * 2 * 3);
    EXPECT_EQ(Space({"ext4"}, {}).size(), 1);
}

TEST(Space, SizeAgreesWithGoingThroughAll) {
    auto parameters = test::ext4_parameters();
    parameters[2].domain = knowledge::LevelsDomain{{1, 5, 30}};
    const Space space({"ext4"}, parameters);
    EXPECT_EQ(static_cast<double>(all_configurations(space, 100'000).size()), space.size());
}

TEST(Domain, DefaultOutsideTheDomainIsOneMoreValue) {
    const auto p = test::parameter("xfs", "size", knowledge::LevelsDomain{{1, 2}}, number(7));
    EXPECT_EQ(value_count(p), 3);
    EXPECT_EQ(all_values(p, 10).size(), 3U);
    EXPECT_TRUE(contains(p, number(7)));
    EXPECT_FALSE(contains(p, number(3)));
}

TEST(Domain, PositionAndValueAreInverse) {
    const Space space = test::mixed_space();
    for (const auto& p : space.parameters()) {
        const auto values = all_values(p, 1000);
        ASSERT_FALSE(values.empty()) << p.name;
        for (const auto& value : values)
            EXPECT_EQ(value_at(p, position_of(p, value)), value)
                << p.name << " " << knowledge::to_text(value);
    }
}

TEST(Domain, PositionsGrowWithTheValue) {
    const Space space = test::mixed_space();
    for (const auto& p : space.parameters()) {
        if (!ordered(p)) continue;
        double before = -1;
        for (const auto& value : all_values(p, 1000)) {
            EXPECT_GT(position_of(p, value), before) << p.name;
            before = position_of(p, value);
        }
    }
}

TEST(Sampling, StaysInTheSpaceAndIsCanonical) {
    const Space space = test::mixed_space();
    Random random(3);
    for (int i = 0; i < 500; ++i) {
        const Configuration drawn = random_configuration(space, random);
        EXPECT_TRUE(space.contains(drawn)) << to_text(drawn);
        EXPECT_EQ(space.canonical(drawn), drawn);
        const Configuration near = random_neighbour(space, drawn, random);
        EXPECT_TRUE(space.contains(near)) << to_text(near);
    }
}

TEST(Sampling, LatinHypercubeUsesEachLevelEquallyOften) {
    const Space space(
        {"xfs"},
        {test::parameter("xfs", "agcount", knowledge::LevelsDomain{{2, 4, 16, 32}}, number(4))});
    Random random(5);
    std::map<Configuration, int> seen;
    for (const auto& c : latin_hypercube(space, 12, random)) ++seen[c];
    ASSERT_EQ(seen.size(), 4U);
    for (const auto& [configuration, times] : seen) EXPECT_EQ(times, 3);
}

TEST(Space, KnowsWhichValuesContradictEachOther) {
    const Space space = test::constrained_space();
    EXPECT_TRUE(space.consistent(space.default_of("xfs")));
    EXPECT_FALSE(space.consistent({"xfs", {{"xfs.dirblock", std::int64_t{1024}}}}));
    EXPECT_TRUE(space.consistent(
        {"xfs", {{"xfs.block", std::int64_t{1024}}, {"xfs.dirblock", std::int64_t{1024}}}}));
}

TEST(Sampling, EveryResultIsConsistent) {
    const Space space = test::constrained_space();
    Random random(5);
    for (int i = 0; i < 200; ++i) {
        const auto drawn = random_configuration(space, random);
        EXPECT_TRUE(space.consistent(drawn)) << to_text(drawn);
        EXPECT_TRUE(space.consistent(random_neighbour(space, drawn, random)));
        for (const auto& near : neighbours(space, drawn, 8, random))
            EXPECT_TRUE(space.consistent(near)) << to_text(near);
    }
    for (const auto& point : latin_hypercube(space, 50, random))
        EXPECT_TRUE(space.consistent(point)) << to_text(point);
    for (const auto& c : all_configurations(space, 1000)) EXPECT_TRUE(space.consistent(c));
}

}  // namespace
}  // namespace fstune::search
