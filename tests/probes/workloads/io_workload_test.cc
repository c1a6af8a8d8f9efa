#include "probes/workloads/io_workload.h"

#include <gtest/gtest.h>

#include "probes/workloads/memory_place.h"
#include "probes/workloads/workloads.h"

namespace fstune::probes {
namespace {

constexpr std::uint64_t mebi = 1 << 20;

// What takes a hundredth of the time tells little: whole passes, as many as fit.
TEST(IoWorkload, WritesItsFilesAgainWhileThereIsTime) {
    const auto memory = MemoryPlace::make();
    if (!memory) GTEST_SKIP() << "needs a filesystem in memory";
    WorkloadPlace place{memory->place().directory};
    place.free_bytes = 64 * mebi;
    WorkloadSettings settings;
    settings.length = std::chrono::milliseconds(300);
    settings.size = 8 * mebi;
    const auto result = make_workload("seq-write").value()->run(place, settings);
    ASSERT_TRUE(result) << result.error().message;
    const auto bytes = result->phases.at(0).bytes;
    EXPECT_GE(bytes, 16 * mebi);
    EXPECT_EQ(bytes % (8 * mebi), 0);
    EXPECT_GE(result->phases.at(0).seconds, result->phases.at(0).sync_seconds);
}

}  // namespace
}  // namespace fstune::probes
