#include "tuner/study/guard_keeping.h"

#include <gtest/gtest.h>

#include "tuner/store/memory_study_store.h"

namespace fstune::tuner {
namespace {

using knowledge::Configuration;

class Weighed : public testing::Test {
  protected:
    Weighed() {
        EXPECT_TRUE(store_.begin({}));
        conclusion_.verdict.best_default = default_;
    }
    void measure(const Configuration& configuration, const std::map<std::string, double>& metrics) {
        Intention intention;
        intention.id = ++id_;
        intention.phase = knowledge::Phase::weigh;
        intention.block = 1;
        intention.configuration = configuration;
        ASSERT_TRUE(store_.intend(intention));
        knowledge::Measurement measured;
        measured.value = 1;
        measured.metrics = metrics;
        ASSERT_TRUE(store_.finish(id_, measured, 1));
    }
    std::vector<GuardResult> judge(const std::vector<Configuration>& candidates) {
        const GuardKeeping guards(store_, guards_, 0.95);
        EXPECT_TRUE(guards.weighed(candidates, conclusion_));
        return conclusion_.guards;
    }

    MemoryStudyStore store_;
    std::vector<Guard> guards_ = {parse_guard("write-amplification<=+10%").value()};
    Configuration default_{"xfs", {}}, log_{"xfs", {{"xfs.log", std::int64_t{128}}}},
        other_{"xfs", {{"xfs.log", std::int64_t{64}}}};
    Conclusion conclusion_;
    std::int64_t id_ = 0;
};

TEST_F(Weighed, WhatTheBudgetDidNotReachIsNotJudged) {
    measure(default_, {{"write_amplification", 1}});
    measure(log_, {{"write_amplification", 1.05}});
    const auto judged = judge({default_, log_, other_});
    ASSERT_EQ(judged.size(), 1U);
    EXPECT_EQ(judged[0].configuration, log_);
    EXPECT_TRUE(judged[0].kept);
}

TEST_F(Weighed, WhatWasMeasuredWithoutTheMetricBreaksTheGuard) {
    measure(default_, {{"write_amplification", 1}});
    measure(log_, {});
    const auto judged = judge({log_});
    ASSERT_EQ(judged.size(), 1U);
    EXPECT_FALSE(judged[0].kept);
}

}  // namespace
}  // namespace fstune::tuner
