#include "tuner/goals/several_goals.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tuner/goals/program_goals.h"

namespace fstune::tuner {
namespace {

std::string message_of(const std::string& text) {
    const auto read = parse_goals(text);
    return read ? "" : read.error().message;
}

TEST(SeveralGoals, WeightsAreSharesOfTheWhole) {
    const auto read = parse_goals("seq-read=7,create=3");
    ASSERT_TRUE(read);
    ASSERT_EQ(read->size(), 2U);
    EXPECT_EQ(read->at(0).name, "seq-read");
    EXPECT_DOUBLE_EQ(read->at(0).weight, 0.7);
    EXPECT_DOUBLE_EQ(read->at(1).weight, 0.3);
}

TEST(SeveralGoals, BlanksDoNotMatter) {
    const auto shares = parse_goals(" seq-read = 0.7, create=0.3 ");
    ASSERT_TRUE(shares) << shares.error().message;
    ASSERT_EQ(shares->size(), 2U);
    EXPECT_EQ((*shares)[1].name, "create");
}

TEST(SeveralGoals, OneNameAloneIsAsItWas) {
    for (const auto* text : {"db", "db=0.4"}) {
        const auto goal = goal_of(text, {});
        ASSERT_TRUE(goal) << text;
        EXPECT_EQ(goal->name, "db");
        EXPECT_TRUE(goal->parts.empty());
        EXPECT_EQ(goal->metric, "operations");
    }
}

// What is about the empty filesystem comes before what leaves traces.
TEST(SeveralGoals, TheOrderIsTheSameHoweverTyped) {
    const auto once = goal_of("create=1,seq-read=2,fragmentation=1", {});
    const auto again = goal_of("fragmentation=1,create=1,seq-read=2", {});
    ASSERT_TRUE(once && again);
    EXPECT_EQ(once->name, "fragmentation=0.25,seq-read=0.5,create=0.25");
    EXPECT_EQ(once->name, again->name);
    EXPECT_EQ(once->workload, "fragmentation+seq-read+create");
}

TEST(SeveralGoals, WhatIsNoListSaysWhy) {
    EXPECT_NE(message_of("seq-read,create=0.3").find("'seq-read' has no weight"),
              std::string::npos);
    EXPECT_NE(message_of("seq-read=0.7,create=0.3,seq-read=1").find("seq-read is there twice"),
              std::string::npos);
    EXPECT_NE(message_of("seq-read=0.7,fast=1").find("'fast'"), std::string::npos);
    EXPECT_NE(message_of("fio=1,postmark=1").find("only one"), std::string::npos);
    for (const auto* text : {
             "db=0",
             "db=-1,create=1",
             "db=x,create=1",
             "db=nan,create=1",
             "db=inf,create=1",
             "db=1e300,create=1",
             "db=,create=1",
         })
        EXPECT_NE(message_of(text).find("a weight is a number above 0"), std::string::npos) << text;
    for (const auto* text : {"", ",", "db=1,", ",db=1", "=1,db=1"})
        EXPECT_NE(message_of(text), "") << text;
}

TEST(SeveralGoals, ARealProgramMayBeAmongThem) {
    EXPECT_EQ(program_among("seq-read=0.5,postmark=0.5"), "postmark");
    EXPECT_EQ(program_among("seq-read=0.5,create=0.5"), "seq-read=0.5,create=0.5");
    EXPECT_EQ(program_among("fio"), "fio");
}

TEST(SeveralGoals, ARatioOfScoresIsTheWeightedMeanOfRatios) {
    const auto goal = goal_of("seq-read=0.7,mount=0.3", {});
    ASSERT_TRUE(goal);
    const auto at = [&](double read, double mount) {
        return score(goal->parts, {{goal_metric("seq-read"), read}, {goal_metric("mount"), mount}});
    };
    // A fifth faster to read, mounted in half the time: less is better there.
    EXPECT_NEAR(at(600, 5) / at(500, 10), std::pow(1.2, 0.7) * std::pow(2, 0.3), 1e-12);
    EXPECT_LT(at(500, 11), at(500, 10));
}

TEST(SeveralGoals, GoalsOfOneWorkloadShareItsRun) {
    const auto goal = goal_of("db=0.5,write-amplification=0.3,create=0.2", {});
    ASSERT_TRUE(goal);
    EXPECT_EQ(workloads_of(*goal), 2U);
    EXPECT_EQ(workloads_of(goal->parts.front()), 1U);
}

}  // namespace
}  // namespace fstune::tuner
