// What every strategy must keep, whatever its name. Each test runs once for each name.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "search/strategy.h"
#include "tests/search/spaces.h"

namespace fstune::search {
namespace {

using knowledge::Configuration;
using knowledge::Trial;

class StrategyContract : public testing::TestWithParam<std::string> {
  protected:
    std::unique_ptr<Strategy> make(const Space& space, std::uint64_t seed = 1) const {
        StrategySettings settings;
        settings.seed = seed;
        settings.budget = 60;
        settings.starting_points = starting_points;
        auto made = make_strategy(GetParam(), space, settings);
        EXPECT_TRUE(made) << made.error().message;
        return std::move(*made);
    }

    static bool is_refused(const Configuration& c) {
        const auto block = c.values.find("ext4.block");
        return block != c.values.end() && block->second == knowledge::Value(std::int64_t{1024});
    }

    static Trial run(const Space& space, const Proposal& proposal) {
        if (is_refused(proposal.configuration)) return test::refused(proposal);
        return test::measured(proposal, test::landscape(space, proposal.configuration));
    }

    static std::vector<Trial> drive(const Space& space, Strategy& strategy, int trials) {
        std::vector<Trial> told;
        for (int i = 0; i < trials; ++i) {
            const auto proposal = strategy.ask();
            if (!proposal) break;
            told.push_back(run(space, *proposal));
            strategy.tell(told.back());
        }
        return told;
    }

    static std::vector<Configuration> configurations(const std::vector<Trial>& trials) {
        std::vector<Configuration> all;
        for (const Trial& trial : trials) all.push_back(trial.configuration);
        return all;
    }

    std::vector<Configuration> starting_points;
};

TEST_P(StrategyContract, SameSeedAsksTheSame) {
    const Space space = test::mixed_space();
    const auto one = drive(space, *make(space, 7), 60);
    const auto two = drive(space, *make(space, 7), 60);
    ASSERT_FALSE(one.empty());
    EXPECT_EQ(configurations(one), configurations(two));
}

TEST_P(StrategyContract, ResumesByReplay) {
    const Space space = test::mixed_space();
    const auto whole = drive(space, *make(space, 9), 50);
    const auto resumed = make(space, 9);
    for (std::size_t i = 0; i < whole.size() / 2; ++i) {
        const auto proposal = resumed->ask();
        ASSERT_TRUE(proposal);
        EXPECT_EQ(proposal->configuration, whole[i].configuration);
        EXPECT_EQ(proposal->block, whole[i].block);
        resumed->tell(whole[i]);
    }
    auto rest = drive(space, *resumed, 50 - static_cast<int>(whole.size() / 2));
    const std::vector<Trial> expected(whole.begin() + static_cast<long>(whole.size() / 2),
                                      whole.end());
    EXPECT_EQ(configurations(rest), configurations(expected));
}

// A study goes on by telling alone, from any of its trials on.
TEST_P(StrategyContract, ResumesByTellingAlone) {
    const Space space = test::mixed_space();
    for (const std::size_t kept : {1, 2, 11, 37, 45}) {
        const auto first = make(space, 9), resumed = make(space, 9);
        std::vector<Trial> calibration;
        for (int i = 0; i < 4; ++i) {
            calibration.push_back(test::measured({space.default_of("xfs")}, 100 + i));
            calibration.back().phase = knowledge::Phase::calibrate;
            first->tell(calibration.back());
        }
        const auto whole = configurations(drive(space, *first, 50));
        ASSERT_GT(whole.size(), kept);
        for (const Trial& trial : calibration) resumed->tell(trial);
        for (std::size_t i = 0; i < kept; ++i) resumed->tell(run(space, {whole[i]}));
        const auto rest = configurations(drive(space, *resumed, 50 - static_cast<int>(kept)));
        EXPECT_EQ(rest, std::vector(whole.begin() + static_cast<long>(kept), whole.end()))
            << "after " << kept << " trials";
    }
}

TEST_P(StrategyContract, ProposesOnlyCanonicalConfigurationsOfTheSpace) {
    const Space space = test::mixed_space();
    for (const Trial& trial : drive(space, *make(space), 60)) {
        EXPECT_TRUE(space.contains(trial.configuration)) << to_text(trial.configuration);
        EXPECT_EQ(space.canonical(trial.configuration), trial.configuration);
        EXPECT_GT(trial.fidelity, 0);
        EXPECT_LE(trial.fidelity, 1);
    }
}

TEST_P(StrategyContract, NeverProposesWhatContradictsItself) {
    const Space space = test::constrained_space();
    starting_points = {{"xfs", {{"xfs.dirblock", std::int64_t{512}}}},
                       {"xfs", {{"xfs.log", std::int64_t{1024}}}}};
    ASSERT_FALSE(space.consistent(starting_points[0]));
    ASSERT_FALSE(space.consistent(starting_points[1]));
    std::set<Configuration> asked;
    for (const Trial& trial : drive(space, *make(space, 6), 30)) {
        EXPECT_TRUE(space.consistent(trial.configuration)) << to_text(trial.configuration);
        asked.insert(trial.configuration);
    }
    EXPECT_GT(asked.size(), 10U);
}

TEST_P(StrategyContract, NeverProposesTwiceWhatFailed) {
    const Space space = test::mixed_space();
    std::set<Configuration> failed;
    for (const Trial& trial : drive(space, *make(space, 3), 80))
        EXPECT_TRUE(trial.failure() == nullptr || failed.insert(trial.configuration).second)
            << to_text(trial.configuration);
}

TEST_P(StrategyContract, NeverRecommendsWhatFailed) {
    const Space space = test::mixed_space();
    const auto strategy = make(space, 4);
    drive(space, *strategy, 60);
    const auto best = strategy->best(10);
    EXPECT_FALSE(best.empty());
    for (const Configuration& c : best) EXPECT_FALSE(is_refused(c)) << to_text(c);
}

TEST_P(StrategyContract, RecommendsNothingBeforeTheFirstTrialAndNeverMoreThanAsked) {
    const Space space = test::mixed_space();
    const auto strategy = make(space, 4);
    EXPECT_TRUE(strategy->best(3).empty());
    drive(space, *strategy, 40);
    EXPECT_LE(strategy->best(3).size(), 3U);
    EXPECT_TRUE(strategy->best(0).empty());
}

TEST_P(StrategyContract, NeverRecommendsTheUnstable) {
    const Space space = test::mixed_space();
    const auto strategy = make(space, 11);
    const Proposal unstable{space.canonical({"xfs", {{"xfs.lazy", true}}})};
    for (const double value : {9000.0, 2000.0, 9000.0, 9000.0})
        strategy->tell(test::measured(unstable, value));
    drive(space, *strategy, 30);
    for (const Configuration& c : strategy->best(50)) EXPECT_NE(c, unstable.configuration);
}

TEST_P(StrategyContract, EndsWhenEverythingFails) {
    const Space space({"ext4"},
                      {test::parameter("ext4", "block", knowledge::LevelsDomain{{1024, 2048, 4096}},
                                       std::int64_t{4096})});
    const auto strategy = make(space);
    int asked = 0;
    while (const auto proposal = strategy->ask()) {
        strategy->tell(test::refused(*proposal));
        ASSERT_LE(++asked, 3) << "asks again for what failed";
    }
    EXPECT_TRUE(strategy->best(5).empty());
}

TEST_P(StrategyContract, OnePointSpaceGivesThatPointOrNothing) {
    const Space space({"ext4"}, {test::parameter("ext4", "block", knowledge::LevelsDomain{{4096}},
                                                 std::int64_t{4096})});
    const auto strategy = make(space);
    for (const Trial& trial : drive(space, *strategy, 20))
        EXPECT_EQ(trial.configuration, space.default_of("ext4"));
    EXPECT_EQ(strategy->best(5), std::vector{space.default_of("ext4")});
}

TEST_P(StrategyContract, TriesEveryFilesystemUnderItsOwnName) {
    const Space space = test::mixed_space();
    std::set<std::string> tried;
    for (const Trial& trial : drive(space, *make(space), 60))
        tried.insert(trial.configuration.filesystem);
    EXPECT_EQ(tried, (std::set<std::string>{"ext4", "xfs"}));
}

TEST_P(StrategyContract, TriesTheStartingPointsEarly) {
    const Space space = test::mixed_space();
    starting_points = {{"xfs", {{"xfs.agcount", std::int64_t{32}}}},
                       {"ext4", {{"ext4.flex", std::int64_t{256}}}}};
    const auto asked = configurations(drive(space, *make(space), 12));
    for (const Configuration& point : starting_points)
        EXPECT_NE(std::ranges::find(asked, point), asked.end()) << to_text(point);
}

TEST_P(StrategyContract, TakesTrialsItDidNotAskFor) {
    const Space space = test::mixed_space();
    const auto strategy = make(space, 5);
    const Proposal mine{
        {"ext4", {{"ext4.commit", std::int64_t{77}}, {"ext4.data", std::string("writeback")}}}};
    for (int i = 0; i < 4; ++i) strategy->tell(test::measured(mine, 5000 + i));
    for (int i = 0; i < 20; ++i) {
        const auto proposal = strategy->ask();
        ASSERT_TRUE(proposal);
        const bool again = proposal->configuration == mine.configuration;
        strategy->tell(again ? test::measured(*proposal, 5000) : run(space, *proposal));
    }
    const auto best = strategy->best(1);
    ASSERT_EQ(best.size(), 1U);
    EXPECT_EQ(best[0], mine.configuration);
}

TEST_P(StrategyContract, MinimizeTurnsTheRanking) {
    const Space space = test::mixed_space();
    StrategySettings settings;
    settings.direction = Direction::minimize;
    const auto strategy = std::move(*make_strategy(GetParam(), space, settings));
    const Proposal fast{space.canonical({"xfs", {{"xfs.agcount", std::int64_t{32}}}})};
    const Proposal slow{space.default_of("xfs")};
    for (int i = 0; i < 4; ++i) {
        strategy->tell(test::measured(fast, 10 + 0.01 * i));
        strategy->tell(test::measured(slow, 20 + 0.01 * i));
    }
    const auto best = strategy->best(2);
    ASSERT_EQ(best.size(), 2U);
    EXPECT_EQ(best[0], fast.configuration);
}

std::string readable(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    std::erase(name, '-');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Every, StrategyContract, testing::ValuesIn(strategy_names()), readable);

TEST(MakeStrategy, UnknownNameListsTheKnown) {
    const auto made = make_strategy("best", test::mixed_space(), {});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, ErrorCode::usage);
    EXPECT_NE(made.error().message.find("'best'"), std::string::npos);
    EXPECT_NE(made.error().message.find("auto, random"), std::string::npos);
}

TEST(MakeStrategy, NloptNeedsANumber) {
    const Space space({"xfs"}, {test::parameter("xfs", "lazy", knowledge::BooleanDomain{}, false)});
    ASSERT_FALSE(make_strategy("crs2", space, {}));
    EXPECT_TRUE(make_strategy("auto", space, {}));
}

}  // namespace
}  // namespace fstune::search
