#include "tuner/goals/guarded_workload.h"

#include <gtest/gtest.h>

#include "tests/fakes/fake_workload.h"
#include "tuner/goals/guards.h"

namespace fstune::tuner {
namespace {

class Counting : public fakes::FakeWorkload {
  public:
    Counting(double value_wanted, int& runs) : runs_(runs) { value = value_wanted; }
    Result<probes::WorkloadResult> run(const probes::WorkloadPlace& place,
                                       const probes::WorkloadSettings& settings) override {
        ++runs_;
        auto result = FakeWorkload::run(place, settings);
        if (result) {
            result->metrics["extents_per_file"] = 7;
            result->seconds["measure"] = 2;
            result->samples = {1, 2};
            result->warnings = {"of " + std::to_string(static_cast<int>(value))};
        }
        return result;
    }

  private:
    int& runs_;
};

TEST(SideMetrics, TakeThePlaceOfTheWorkloadsOwn) {
    int runs = 0;
    SideMetricWorkload workload(std::make_unique<Counting>(100, runs),
                                {"extents_per_file", "extents", false});
    EXPECT_EQ(workload.metric().name, "extents_per_file");
    const auto result = workload.run({}, {});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->value, 7);
    EXPECT_EQ(result->metrics.at("speed"), 100);
    EXPECT_TRUE(result->samples.empty());
}

TEST(SideMetrics, OneThatWasNotMeasuredIsAnError) {
    SideMetricWorkload workload(std::make_unique<fakes::FakeWorkload>(),
                                {"extents_per_file", "extents", false});
    const auto result = workload.run({}, {});
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find("extents_per_file"), std::string::npos);
}

TEST(GuardedWorkloads, RunTheGuardsOnlyWhereTheTrialAsksForThem) {
    int runs = 0, guard_runs = 0;
    std::vector<std::unique_ptr<probes::Workload>> guards;
    guards.push_back(std::make_unique<Counting>(30, guard_runs));
    GuardedWorkload workload(std::make_unique<Counting>(100, runs), std::move(guards));
    probes::WorkloadSettings settings;
    const auto search = workload.run({}, settings);
    ASSERT_TRUE(search);
    EXPECT_EQ(guard_runs, 0);
    EXPECT_FALSE(search->metrics.contains(guard_metric("fake")));
    settings.guarded = true;
    const auto confirm = workload.run({}, settings);
    ASSERT_TRUE(confirm);
    EXPECT_EQ(guard_runs, 1);
    EXPECT_EQ(confirm->value, 100);
    EXPECT_EQ(confirm->metrics.at(guard_metric("fake")), 30);
    EXPECT_EQ(confirm->seconds.at("guards"), 2);
    EXPECT_EQ(confirm->warnings.size(), 2u);
}

}  // namespace
}  // namespace fstune::tuner
