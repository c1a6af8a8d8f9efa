#include "tuner/compare/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "knowledge/readers/tables/read_series.h"
#include "tuner/compare/compare_json.h"

namespace fstune::tuner {
namespace {

using testing::Contains;
using testing::HasSubstr;

CompareReport compared(const std::string& text, const CompareOptions& options = {}) {
    const auto series = knowledge::read_series(text, "file");
    EXPECT_TRUE(series) << series.error().message;
    const auto report = compare(*series, options);
    EXPECT_TRUE(report) << report.error().message;
    return *report;
}

TEST(Compare, ConfoundedOrderIsRefusedAndInterleavedIsNot) {
    const auto confounded = compared(
        "variant,order,value\ncandidate,1,139\ncandidate,2,140\ncandidate,3,141\n"
        "base,4,100\nbase,5,101\nbase,6,99\n",
        {.baseline = "base"});
    EXPECT_EQ(confounded.verdict, "inconclusive");
    EXPECT_THAT(confounded.comparisons[0].warnings, Contains(HasSubstr("in turns")));
    const auto interleaved = compared(
        "variant,order,value\ncandidate,1,139\nbase,2,100\ncandidate,3,140\n"
        "base,4,101\ncandidate,5,141\nbase,6,99\n",
        {.baseline = "base"});
    EXPECT_EQ(interleaved.verdict, "better");
}

TEST(Compare, DriftInTheOrderOfTheFileIsRefused) {
    EXPECT_EQ(
        compared("variant,value\na,100\na,105\na,110\na,115\nb,120\nb,125\nb,130\nb,135\n").verdict,
        "inconclusive");
}

TEST(Compare, BlocksArePairedAndCancelWhatTheyShare) {
    const std::string text =
        "block,variant,value\n1,a,100\n1,b,105\n2,a,150\n2,b,157\n3,a,60\n3,b,63.2\n4,a,220\n"
        "4,b,231\n5,a,80\n5,b,84.1\n";
    const auto report = compared(text);
    EXPECT_EQ(report.comparisons[0].sides.method, search::Method::paired);
    EXPECT_EQ(report.verdict, "better");
    EXPECT_NEAR(*report.comparisons[0].sides.percent, 5, 0.2);
    EXPECT_NE(compared(text, {.method = search::Method::welch}).verdict, "better");
}

TEST(Compare, LowerIsBetterTurnsTheVerdict) {
    const std::string text = "variant,value\na,10\na,11\na,10.5\nb,20\nb,21\nb,20.5\n";
    EXPECT_EQ(compared(text).verdict, "better");
    EXPECT_EQ(compared(text, {.direction = search::Direction::minimize}).verdict, "worse");
    EXPECT_EQ(compared("variant,latency_ms\na,10\na,11\na,10.5\nb,20\nb,21\nb,20.5\n").verdict,
              "worse");
}

TEST(Compare, NothingVaries) {
    EXPECT_EQ(compared("variant,value\na,5\na,5\na,5\nb,5\nb,5\nb,5\n").verdict, "no-difference");
    EXPECT_EQ(compared("variant,value\na,5\na,5\na,5\nb,6\nb,6\nb,6\n").verdict, "better");
}

TEST(Compare, NegativeAndZeroValuesHaveNoPercent) {
    const auto report = compared("variant,value\na,-5\na,-5.1\na,-4.9\nb,5\nb,5.1\nb,4.9\n");
    EXPECT_EQ(report.verdict, "better");
    EXPECT_FALSE(report.comparisons[0].sides.percent);
}

TEST(Compare, UnequalSizesAndOneValueASide) {
    EXPECT_EQ(compared("variant,value\na,1\nb,2\n").verdict, "inconclusive");
    EXPECT_EQ(compared("variant,value\na,1\nb,2\nb,2\nb,2\nb,2\n").verdict, "inconclusive");
    EXPECT_EQ(compared("variant,value\na,1.0\na,1.1\na,0.9\nb,2\nb,2.1\nb,2\nb,2\nb,2\n").verdict,
              "better");
}

TEST(Compare, HolmOverPhases) {
    std::string text = "phase,variant,value\n";
    for (const char* phase : {"p", "q", "r", "s"})
        for (const char* variant : {"a", "b"})
            for (const double value : {100.0, 103.0, 98.0, 101.0, 99.0})
                text += std::string(phase) + "," + variant + "," +
                        std::to_string(value + (*phase == 'p' && *variant == 'b' ? 3 : 0)) + "\n";
    const auto report = compared(text);
    EXPECT_LT(report.comparisons[0].p, 0.05);
    EXPECT_GT(report.comparisons[0].p_adjusted, 0.05);
    EXPECT_EQ(report.verdict, "no-difference");
}

TEST(Compare, OneVariantOrUnknownBaselineIsAUsageError) {
    const auto series = knowledge::read_series("1\n2\n3\n", "file");
    EXPECT_EQ(compare(*series, {}).error().code, ErrorCode::usage);
    const auto two = knowledge::read_series("variant,value\na,1\nb,2\n", "file");
    EXPECT_THAT(compare(*two, {.baseline = "c"}).error().message, HasSubstr("a, b"));
}

TEST(CompareJson, HasTheAgreedForm) {
    const auto json = compare_json(compared("variant,value\na,1\na,2\na,3\nb,4\nb,5\nb,6\n"));
    const auto& one = json["comparisons"][0];
    for (const char* key : {"phase", "n", "mean", "difference", "ci", "difference_percent",
                            "ci_percent", "p", "p_adjusted", "verdict"})
        EXPECT_TRUE(one.contains(key)) << key;
    EXPECT_EQ(one["n"], nlohmann::json({3, 3}));
    EXPECT_EQ(one["mean"], nlohmann::json({2.0, 5.0}));
    EXPECT_EQ(one["ci"].size(), 2U);
    EXPECT_TRUE(json["verdict"].is_string());
}

TEST(CompareJson, WhatIsNotKnownIsNull) {
    const auto json = compare_json(compared("variant,value\na,1\nb,2\n"));
    EXPECT_TRUE(json["comparisons"][0]["ci"].is_null());
    EXPECT_TRUE(json["comparisons"][0]["p"].is_null());
    EXPECT_EQ(json["comparisons"][0]["verdict"], "inconclusive");
}

}  // namespace
}  // namespace fstune::tuner
