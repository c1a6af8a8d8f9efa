#include "tuner/study/study.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/fakes/small_study.h"
#include "tuner/report/text_report.h"

namespace fstune::tuner {
namespace {

using test::SmallStudy;

TEST(Study, FindsAndSimplifiesWhatIsBetter) {
    SmallStudy study({.value = test::hill});
    const auto conclusion = study.run();
    ASSERT_TRUE(conclusion) << conclusion.error().message;
    EXPECT_EQ(conclusion->verdict.decision, search::Decision::recommend);
    EXPECT_EQ(conclusion->verdict.best_default.filesystem, "xfs");
    EXPECT_EQ(knowledge::to_text(conclusion->recommended()), "xfs xfs.log=128");
    ASSERT_TRUE(conclusion->over_best_default());
    EXPECT_LT(conclusion->over_best_default()->low, 0.4);
    EXPECT_GT(conclusion->over_best_default()->high, 0.4);
    ASSERT_TRUE(conclusion->simplified);
    for (const auto& share : conclusion->simplified->shares)
        EXPECT_EQ(share.kept, share.parameter == "xfs.log") << share.parameter;
    ASSERT_FALSE(conclusion->importance.empty());
    for (const auto& one : conclusion->importance)
        if (one.parameter == "xfs.log") {
            EXPECT_TRUE(one.mattered()) << one.p;
            EXPECT_GT(one.share, 0.3);
        }
    ASSERT_TRUE(conclusion->ceiling);
    EXPECT_NEAR(conclusion->ceiling->share, 0.7, 0.03);
}

TEST(Study, KeepsTheDefaultsWhereNothingIsBetter) {
    SmallStudy study({.value = test::plain});
    const auto conclusion = study.run();
    ASSERT_TRUE(conclusion);
    EXPECT_EQ(conclusion->verdict.decision, search::Decision::keep_defaults);
    EXPECT_TRUE(conclusion->recommended().values.empty());
    EXPECT_GE(conclusion->verdict.smallest_visible_gain, 0.0);
}

// The control is what remains to be said, even where the budget held no search.
TEST(Study, TheSmallestBudgetStillNamesAFilesystem) {
    for (const std::int64_t trials : {1, 6, 9}) {
        SmallStudy study({.value = test::plain});
        study.plan.budget.trials = trials;
        const auto conclusion = study.run();
        ASSERT_TRUE(conclusion);
        EXPECT_NE(conclusion->recommended().filesystem, "") << trials;
        EXPECT_NE(conclusion->verdict.best_default.filesystem, "") << trials;
        EXPECT_GT(conclusion->value(), 0) << trials;
    }
}

// Nothing was found because nothing was looked at: that is no answer.
TEST(Study, WhatMeasuredOnlyTheDefaultsDecidesNothing) {
    SmallStudy study({.value = test::hill});
    study.plan.budget.trials = 6;
    const auto conclusion = study.run();
    ASSERT_TRUE(conclusion);
    EXPECT_EQ(conclusion->tried.trials.count("search"), 0);
    EXPECT_EQ(conclusion->verdict.decision, search::Decision::too_noisy);
    EXPECT_EQ(conclusion->verdict.smallest_visible_gain, 0);
    EXPECT_NE(conclusion->verdict.reason.find("only the defaults"), std::string::npos);
    const auto text = text_report(*conclusion, {});
    EXPECT_EQ(text.find("could have seen"), std::string::npos) << text;
}

TEST(Study, ALoopDeviceThatIsGoneIsNotInTheReport) {
    SmallStudy study({.value = test::hill});
    const auto conclusion = study.run();
    ASSERT_TRUE(conclusion);
    ReportContext context;
    context.device = "/dev/sdX";
    context.scratch = true;
    const auto text = text_report(*conclusion, context);
    EXPECT_NE(text.find("on a scratch file:"), std::string::npos) << text;
    EXPECT_NE(text.find("mount /dev/sdX /mnt/data"), std::string::npos) << text;
}

TEST(Study, SaysWhenItIsTooNoisy) {
    SmallStudy study({.value = test::plain, .noise = 1.0});
    const auto conclusion = study.run();
    ASSERT_TRUE(conclusion);
    EXPECT_EQ(conclusion->verdict.decision, search::Decision::too_noisy)
        << conclusion->verdict.reason;
}

TEST(Study, SaysThatTheMachineChangedItsSpeedWhileConfirming) {
    const auto changes_after = [](int trials) {
        double speed = 1;
        SmallStudy study({.value = [&speed](const auto& c) { return speed * test::hill(c); }});
        study.runner.before_trial = [&, trials](int number) -> Result<void> {
            if (number > trials) speed = 0.5;
            return {};
        };
        const auto conclusion = study.run();
        EXPECT_TRUE(conclusion);
        const bool told = std::ranges::any_of(conclusion->warnings, [](const auto& warning) {
            return warning.code == "speed_step" && !warning.advice.empty();
        });
        EXPECT_EQ(told, conclusion->verdict.stepped_blocks > 0) << trials;
        return told;
    };
    EXPECT_FALSE(changes_after(1000));
    int told = 0;
    for (int trials = 10; trials < 60; ++trials) told += changes_after(trials) ? 1 : 0;
    EXPECT_GT(told, 5);
}

TEST(Study, NeverSaysThatItCouldHaveSeenAGainBelowTheNoise) {
    SmallStudy study({.value = test::plain, .noise = 3.0});
    study.plan.budget.trials = 14;  // a search, but no finalists: only the calibration tells
    const auto conclusion = study.run();
    ASSERT_TRUE(conclusion);
    EXPECT_GT(conclusion->tried.configurations, 2);
    EXPECT_GT(conclusion->verdict.smallest_visible_gain, 0.3);
}

TEST(Study, EndsNearItsBudgetOfTime) {
    for (const double budget : {60.0, 180.0, 1200.0}) {
        SmallStudy study({.value = test::hill});
        study.plan.budget.seconds = budget;
        const auto conclusion = study.run();
        ASSERT_TRUE(conclusion);
        const auto used = std::chrono::duration<double>(study.clock.monotonic()).count();
        EXPECT_LT(used, budget * 1.1);
        EXPECT_TRUE(conclusion->tried.trials.contains("confirm"));
    }
}

TEST(Study, EndsNearItsBudgetOfTrials) {
    SmallStudy study({.value = test::plain});
    study.plan.budget.trials = 40;
    ASSERT_TRUE(study.run());
    EXPECT_LE(study.runner.trials, 40);
    EXPECT_GE(study.runner.trials, 20);
}

TEST(Study, AFilesystemThatCannotBeMadeIsLeftBehind) {
    SmallStudy study({.value = test::hill, .refused = [](const auto& configuration) {
                          return configuration.filesystem == "ext4";
                      }});
    const auto conclusion = study.run();
    ASSERT_TRUE(conclusion);
    EXPECT_EQ(conclusion->recommended().filesystem, "xfs");
    EXPECT_GT(conclusion->tried.failures.at("mkfs refused"), 0);
}

TEST(Study, NoFilesystemAtAllIsAnErrorWithTheReasons) {
    SmallStudy study({.value = test::hill, .refused = [](const auto&) { return true; }});
    const auto conclusion = study.run();
    ASSERT_FALSE(conclusion);
    EXPECT_NE(conclusion.error().message.find("mkfs said no"), std::string::npos);
}

// Stopped before the Nth trial, for each N, and gone on with: the same trials and the same answer
// as without a stop.
TEST(Study, GoesOnAfterAStopAnywhere) {
    SmallStudy whole({.value = test::hill, .noise = 0});
    ASSERT_TRUE(whole.run());
    const auto expected = *whole.store.trials(0, 100000);
    for (int stop_at = 1; stop_at <= static_cast<int>(expected.size()); stop_at += 3) {
        MemoryStudyStore store;
        SmallStudy first({.value = test::hill, .noise = 0});
        first.runner.before_trial = [&](int number) -> Result<void> {
            if (number == stop_at) return fail(ErrorCode::interrupted, "stopped");
            return {};
        };
        const auto stopped = first.run(store);
        ASSERT_FALSE(stopped);
        EXPECT_EQ(stopped.error().code, ErrorCode::interrupted);
        SmallStudy second({.value = test::hill, .noise = 0});
        const auto conclusion = second.run(store);
        ASSERT_TRUE(conclusion) << conclusion.error().message;
        EXPECT_EQ(knowledge::to_text(conclusion->recommended()), "xfs xfs.log=128");
        const auto trials = *store.trials(0, 100000);
        for (std::size_t i = 0; i < std::min(trials.size(), expected.size()); ++i)
            EXPECT_EQ(trials[i].intention.id, static_cast<std::int64_t>(i) + 1);
        EXPECT_EQ(second.runner.trials, static_cast<int>(trials.size()) - (stop_at - 1));
        // Time beside the trials is not known of the first run, so one more may fit.
        EXPECT_NEAR(static_cast<double>(trials.size()), static_cast<double>(expected.size()), 2);
    }
}

TEST(Study, AStudyOfAnotherProgramIsNotGoneOnWith) {
    SmallStudy study({.value = test::hill});
    Intention foreign{1, knowledge::Phase::calibrate, 77, 1, {"xfs", {}}, 5};
    ASSERT_TRUE(study.store.intend(foreign));
    knowledge::Measurement measurement;
    measurement.value = 1;
    ASSERT_TRUE(study.store.finish(1, measurement, 1));
    const auto conclusion = study.run();
    ASSERT_FALSE(conclusion);
    EXPECT_EQ(conclusion.error().code, ErrorCode::bad_input);
}

TEST(Study, AStopRequestEndsItBetweenTrials) {
    SmallStudy study({.value = test::hill});
    study.runner.before_trial = [&](int number) -> Result<void> {
        if (number == 5) study.stop.request_stop();
        return {};
    };
    const auto conclusion = study.run();
    ASSERT_FALSE(conclusion);
    EXPECT_EQ(conclusion.error().code, ErrorCode::interrupted);
    EXPECT_EQ(study.runner.trials, 5);
}

}  // namespace
}  // namespace fstune::tuner
