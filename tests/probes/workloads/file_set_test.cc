#include "probes/workloads/file_set.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/fakes/temporary_folder.h"

namespace fstune::probes {
namespace {

constexpr std::uint64_t mebi = 1 << 20;

// Removing takes time, and what lies on a filesystem that is thrown away goes with it.
TEST(FileSet, RemovesItsFilesUnlessThePlaceIsThrownAway) {
    const fakes::TemporaryFolder folder;
    for (const bool disposable : {false, true}) {
        WorkloadPlace place{folder.path()};
        place.disposable = disposable;
        { ASSERT_TRUE(FileSet::make(place, "data", 2, mebi, 0)); }
        EXPECT_EQ(std::filesystem::exists(folder.path() + "/data.1"), disposable);
    }
}

}  // namespace
}  // namespace fstune::probes
