#include "probes/meters/space_overhead.h"

#include <gtest/gtest.h>

#include "tests/probes/meters/captured_tree.h"

namespace fstune::probes {
namespace {

TEST(SpaceOverhead, IsWhatFilesCannotHave) {
    const test::CapturedTree tree;
    tree.write("/sys/class/block/sda1/size", "2097152\n");
    const auto size = device_size(tree.files(), "sda1");
    EXPECT_EQ(size, std::uint64_t{1} << 30);
    EXPECT_DOUBLE_EQ(space_overhead_percent(size / 10 * 9, size).value(),
                     100 * (1 - static_cast<double>(size / 10 * 9) / static_cast<double>(size)));
}

TEST(SpaceOverhead, IsUnknownWithoutASize) {
    const test::CapturedTree tree;
    EXPECT_EQ(device_size(tree.files(), "sdz"), 0u);
    EXPECT_FALSE(space_overhead_percent(1, 0));
    EXPECT_FALSE(space_overhead_percent(0, 100));
}

}  // namespace
}  // namespace fstune::probes
