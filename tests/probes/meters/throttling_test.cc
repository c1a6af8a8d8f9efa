#include "probes/meters/throttling.h"

#include <gtest/gtest.h>

#include "tests/probes/meters/captured_tree.h"

namespace fstune::probes {
namespace {

class Throttling : public testing::Test {
  protected:
    // As a laptop with two cores shows itself.
    void SetUp() override {
        for (const std::string cpu : {"cpu0", "cpu1"}) {
            tree.write(folder + cpu + "/thermal_throttle/core_throttle_count", "12\n");
            tree.write(folder + cpu + "/thermal_throttle/package_throttle_count", "40\n");
            tree.write(folder + cpu + "/cpufreq/scaling_max_freq", "3600000\n");
            tree.write(folder + cpu + "/cpufreq/scaling_governor", "schedutil\n");
        }
        tree.write(folder + "cpufreq/policy0/scaling_max_freq", "1\n");
        tree.write(folder + "cpuidle/current_driver", "none\n");
    }
    ProcessorState now() const { return processor_state(tree.files()); }

    const std::string folder = "/sys/devices/system/cpu/";
    test::CapturedTree tree;
};

TEST_F(Throttling, IsSilentWhereNothingChanges) { EXPECT_FALSE(throttling(now(), now())); }

TEST_F(Throttling, CountsHeat) {
    const auto before = now();
    tree.write(folder + "cpu1/thermal_throttle/package_throttle_count", "43\n");
    EXPECT_EQ(throttling(before, now()), "they were throttled for heat 3 times");
}

TEST_F(Throttling, SeesAnotherLimitOrGovernor) {
    const auto before = now();
    tree.write(folder + "cpu1/cpufreq/scaling_max_freq", "1200000\n");
    EXPECT_EQ(throttling(before, now()), "cpu1 scaling_max_freq changed from 3600000 to 1200000");
}

TEST_F(Throttling, AVirtualMachineHasNothingToTell) {
    const test::CapturedTree empty;
    const auto state = processor_state(empty.files());
    EXPECT_TRUE(state.limits.empty());
    EXPECT_FALSE(throttling(state, state));
}

}  // namespace
}  // namespace fstune::probes
