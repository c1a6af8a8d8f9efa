#include "tuner/store/details.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fstune::tuner {
namespace {

using knowledge::Measurement;

TEST(Details, AreReadAsTheyWereWritten) {
    const Measurement all{
        1, {0.1, -2, 1e300}, {{"a", 1.5}, {"b", 3}}, {{"mkfs", 0}}, {"one: \"x\""}};
    Measurement read;
    ASSERT_TRUE(parse_details(details_text(all), read));
    EXPECT_EQ(read.samples, all.samples);
    EXPECT_EQ(read.metrics, all.metrics);
    EXPECT_EQ(read.seconds, all.seconds);
    EXPECT_EQ(read.warnings, all.warnings);
}

TEST(Details, OfSeveralGoalsToo) {
    Measurement all, read;
    all.goal_samples = {{"create", {}}, {"db", {1, 2.5}}, {"seq-read", {3}}};
    all.metrics = {{"goal db", 2}};
    ASSERT_TRUE(parse_details(details_text(all), read));
    EXPECT_EQ(read.goal_samples, all.goal_samples);
    EXPECT_EQ(read.metrics, all.metrics);
}

TEST(Details, OfNothingToo) {
    Measurement read;
    EXPECT_TRUE(parse_details(details_text({}), read));
    EXPECT_TRUE(read.metrics.empty());
}

// One bad figure does not cost the study.
TEST(Details, AFigureThatIsNoNumberStaysOne) {
    Measurement odd, read;
    odd.metrics["a"] = std::nan("");
    ASSERT_TRUE(parse_details(details_text(odd), read));
    EXPECT_TRUE(std::isnan(read.metrics.at("a")));
}

TEST(Details, WhatFstuneDidNotWriteIsRefused) {
    for (
        const auto* text :
        {"",
         "{}",
         "[]",
         "7",
         "{",
         R"({"metrics":{},"seconds":{},"samples":[]})",
         R"({"metrics":[],"seconds":{},"samples":[],"warnings":[]})",
         R"({"metrics":{},"seconds":{},"samples":{},"warnings":[]})",
         R"({"metrics":{"a":"1"},"seconds":{},"samples":[],"warnings":[]})",
         R"({"metrics":{"a":{"b":1}},"seconds":{},"samples":[],"warnings":[]})",
         R"({"metrics":{},"seconds":{},"samples":[[1]],"warnings":[]})",
         R"({"metrics":{},"seconds":{},"samples":[],"warnings":[1]})",
         R"({"metrics":{},"metrics":{},"seconds":{},"samples":[],"warnings":[]})",
         R"({"metrics":{},"seconds":{},"samples":[true],"warnings":[]})",
         R"({"metrics":{},"seconds":{},"samples":[],"warnings":[],"more":1})",
         R"({"metrics":{},"seconds":{},"samples":[],"warnings":[],"goal_samples":[]})",
         R"({"metrics":{},"seconds":{},"samples":[],"warnings":[],"goal_samples":{"a":1}})",
         R"({"metrics":{},"seconds":{},"samples":[],"warnings":[],"goal_samples":{"a":[[1]]}})",
         R"({"metrics":{},"seconds":{},"samples":[],"warnings":[],"goal_samples":{"a":{}}})",
         R"({"metrics":{},"seconds":{},"samples":[],"warnings":[],"goal_samples":{"a":[],"a":[]}})",
         R"({"metrics":{},"seconds":{},"samples":[[1]],"warnings":[],"goal_samples":{"a":[]}})",
         R"({"metrics":{},"seconds":{},"samples":[],"warnings":[]} x)"}) {
        Measurement read;
        EXPECT_FALSE(parse_details(text, read)) << text;
    }
}

}  // namespace
}  // namespace fstune::tuner
