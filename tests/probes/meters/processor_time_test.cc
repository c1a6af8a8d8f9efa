#include "probes/meters/processor_time.h"

#include <gtest/gtest.h>

#include "tests/probes/meters/captured_tree.h"

namespace fstune::probes {
namespace {

std::string process(const std::string& pid, const std::string& name, const std::string& flags,
                    int user, int system) {
    return pid + " (" + name + ") S 2 0 0 0 -1 " + flags + " 0 0 0 0 " + std::to_string(user) +
           " " + std::to_string(system) + " 0 0 20 0 1 0 30\n";
}

TEST(ProcessorTimes, TellTheKernelsThreadsFromPrograms) {
    const test::CapturedTree tree;
    tree.write("/proc/stat", "cpu  1000 10 500 8000 100 20 30 40 0 0\ncpu0 1 2 3\n");
    tree.write("/proc/41/stat", process("41", "kworker/u4:1-flush-7:0", "69238880", 0, 70));
    tree.write("/proc/42/stat", process("42", "jbd2/loop0-8", "2129984", 0, 30));
    tree.write("/proc/77/stat", process("77", "a ) (name", "4194560", 300, 200));
    tree.write("/proc/pressure/memory",
               "some avg10=0.00 avg60=0.00 avg300=0.00 total=2500000\n"
               "full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n");
    const auto time = processor_time(tree.files());
    EXPECT_NEAR(time.kernel, 1.0, 1e-9);
    EXPECT_NEAR(time.busy, 15.1, 1e-9);
    EXPECT_NEAR(time.stolen, 0.4, 1e-9);
    EXPECT_NEAR(time.all, 97.0, 1e-9);
    EXPECT_NEAR(time.memory_stalled, 2.5, 1e-9);
    EXPECT_GT(time.own, 0);
}

// Of two processors for a second.
ProcessorTime quiet() {
    return {.own = 0.5, .kernel = 0.4, .busy = 0.95, .stolen = 0, .all = 2, .memory_stalled = 0};
}

TEST(ProcessorTimes, WhatIsOwnOrTheKernelsDisturbsNothing) {
    EXPECT_FALSE(judge_processor_time(quiet(), 1));
}

TEST(ProcessorTimes, OthersTheHypervisorAndShortMemoryDo) {
    auto used = quiet();
    used.busy += 0.55;
    EXPECT_EQ(judge_processor_time(used, 1), "other programs used 30 % of the processors");
    used = quiet();
    used.stolen = 0.2;
    EXPECT_EQ(judge_processor_time(used, 1), "the hypervisor took 10 % of the processors");
    used = quiet();
    used.memory_stalled = 0.25;
    EXPECT_EQ(judge_processor_time(used, 1), "memory was short 25 % of the time");
}

TEST(ProcessorTimes, ATickOrTwoOfAShortStretchIsNoise) {
    EXPECT_FALSE(
        judge_processor_time({.own = 0.02, .busy = 0.06, .stolen = 0.02, .all = 0.2}, 0.1));
}

}  // namespace
}  // namespace fstune::probes
