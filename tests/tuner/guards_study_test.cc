// Whole studies with guards, on fakes.
#include <gtest/gtest.h>

#include "tests/fakes/small_study.h"
#include "tuner/report/text_report.h"

namespace fstune::tuner {
namespace {

using test::SmallStudy;

// Adds metrics to the trials of the landscape: a log of 128 makes the device write `more` more, and
// rand-write that much slower. Only guarded trials run the guards' workloads.
class WithMetrics : public probes::TrialRunner {
  public:
    WithMetrics(probes::TrialRunner& inner, double more) : inner_(inner), more_(more) {}
    Result<knowledge::Outcome> run(const probes::TrialRequest& request) override {
        auto outcome = inner_.run(request);
        if (auto* measured = outcome ? std::get_if<knowledge::Measurement>(&*outcome) : nullptr) {
            const bool large = test::number(request.configuration, "xfs.log", 10) == 128;
            measured->metrics["write_amplification"] = large ? 1.2 * (1 + more_) : 1.2;
            if (request.guarded)
                measured->metrics[guard_metric("rand-write")] = large ? 50 * (1 - more_) : 50;
            guarded += request.guarded ? 1 : 0;
        }
        return outcome;
    }
    int guarded = 0;

  private:
    probes::TrialRunner& inner_;
    double more_;
};

struct GuardedStudy : SmallStudy {
    explicit GuardedStudy(const std::string& guard, double more)
        : SmallStudy({.value = test::hill}), with(runner, more) {
        plan.guards = {parse_guard(guard).value()};
    }
    Conclusion conclude() {
        auto conclusion =
            run_study(plan, {store, with, clock, observer, stop.get_token()},
                      [](const auto&, auto) -> Result<std::optional<double>> { return {}; });
        EXPECT_TRUE(conclusion) << conclusion.error().message;
        return conclusion.value();
    }
    WithMetrics with;
};

std::string report_of(const Conclusion& conclusion, const GuardedStudy& study) {
    ReportContext context;
    context.goal = study.plan.goal;
    return text_report(conclusion, context);
}

TEST(GuardedStudies, WhatKeepsTheGuardIsRecommended) {
    GuardedStudy study("write-amplification<=+10%", 0.05);
    const auto conclusion = study.conclude();
    EXPECT_TRUE(conclusion.recommends());
    ASSERT_FALSE(conclusion.guards.empty());
    for (const auto& one : conclusion.guards) EXPECT_TRUE(one.kept && one.sure);
}

TEST(GuardedStudies, WhatBreaksTheGuardIsNotAndTheReportSaysSo) {
    GuardedStudy study("write-amplification<=+10%", 0.30);
    const auto conclusion = study.conclude();
    EXPECT_EQ(conclusion.verdict.decision, search::Decision::keep_defaults);
    EXPECT_TRUE(conclusion.recommended().values.empty());
    EXPECT_NE(conclusion.verdict.reason.find("breaks the guard write-amplification<=+10%"),
              std::string::npos)
        << conclusion.verdict.reason;
    const auto text = report_of(conclusion, study);
    EXPECT_NE(text.find("broken, so it is not recommended"), std::string::npos) << text;
}

TEST(GuardedStudies, AWorkloadIsAGuardToo) {
    for (const double loss : {0.02, 0.30}) {
        GuardedStudy study("rand-write>=-5%", loss);
        EXPECT_EQ(study.conclude().recommends(), loss < 0.05) << loss;
        EXPECT_GT(study.with.guarded, 0);
        EXPECT_LT(study.with.guarded, study.runner.trials);  // not in calibration and search
    }
}

TEST(GuardedStudies, AGuardThatWasNeverMeasuredIsNotKept) {
    GuardedStudy study("space<=+10%", 0);
    const auto conclusion = study.conclude();
    EXPECT_FALSE(conclusion.recommends());
    const auto text = report_of(conclusion, study);
    EXPECT_NE(text.find("not measured"), std::string::npos) << text;
}

}  // namespace
}  // namespace fstune::tuner
