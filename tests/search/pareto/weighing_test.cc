#include "search/pareto/weighing.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace fstune::search {
namespace {

using knowledge::Configuration;

Configuration numbered(std::int64_t number) {
    return {.filesystem = "xfs", .values = {{"xfs.log", number}}};
}

const WeighingSettings settings{.recommended = numbered(1),
                                .best_default = {.filesystem = "xfs", .values = {}},
                                .candidates = {numbered(2), numbered(3)}};

// How often each was measured, by block.
std::map<Configuration, std::set<std::int64_t>> drive(WeighingSettings wanted, std::int64_t left) {
    Weighing weighing(std::move(wanted));
    std::map<Configuration, std::set<std::int64_t>> blocks;
    while (const auto question = weighing.ask(left--)) {
        knowledge::Measurement measured;
        measured.value = 1;
        const knowledge::Trial trial{.block = question->number(),
                                     .configuration = question->proposal.configuration,
                                     .outcome = measured};
        weighing.tell(trial);
        blocks[trial.configuration].insert(trial.block);
    }
    return blocks;
}

TEST(Weighing, MeasuresAllInTheSameBlocks) {
    const auto blocks = drive(settings, 100);
    ASSERT_EQ(blocks.size(), 4U);
    for (const auto& [configuration, its] : blocks) EXPECT_EQ(its, blocks.begin()->second);
    EXPECT_EQ(blocks.begin()->second.size(), settings.most_blocks);
}

TEST(Weighing, LeavesOutTheLastWhereTheBudgetIsSmall) {
    const auto blocks = drive(settings, 13);
    EXPECT_EQ(blocks.size(), 3U);
    EXPECT_FALSE(blocks.contains(numbered(3)));
    EXPECT_GE(blocks.begin()->second.size(), settings.least_blocks);
}

TEST(Weighing, AsksNothingWhereTheBudgetHoldsNothing) {
    for (const std::int64_t left : {-5, 0, 3, 7}) EXPECT_TRUE(drive(settings, left).empty());
}

// The defaults recommended, and nothing else to weigh.
TEST(Weighing, OneAloneIsNotCompared) {
    auto alone = settings;
    alone.recommended = alone.best_default;
    alone.candidates.clear();
    EXPECT_TRUE(drive(alone, 100).empty());
}

}  // namespace
}  // namespace fstune::search
