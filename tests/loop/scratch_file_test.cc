#include "probes/host/scratch_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/loop/loop_device.h"

namespace fstune::loop_test {
namespace {

class Scratch : public LoopTest {};

// Partitions that were added by hand outlive the file of their loop device; a scratch file on the
// same device must not seem to be in use by them.
TEST_F(Scratch, PartitionsLeftOnTheLoopDeviceAreNoPartOfTheFile) {
    constexpr std::uint64_t size = 16 << 20;
    std::string left;
    {
        LoopDevice earlier(size);
        run({"addpart", earlier.path(), "1", "2048", "2048"});
        left = "/sys/block/" + earlier.name() + "/" + earlier.name() + "p1";
        ASSERT_TRUE(std::filesystem::exists(left));
        run({"losetup", "-d", earlier.path()});
        earlier.forget();
    }
    ASSERT_TRUE(std::filesystem::exists(left)) << "this kernel removes them by itself";
    const TemporaryFolder folder;
    std::vector<probes::ScratchFile> taken;  // until the device's turn comes again
    for (int i = 0; i < 64 && std::filesystem::exists(left); ++i) {
        auto scratch = probes::make_scratch_file(size, folder.path());
        ASSERT_TRUE(scratch) << scratch.error().message;
        taken.push_back(std::move(*scratch));
    }
    EXPECT_FALSE(std::filesystem::exists(left));
}

}  // namespace
}  // namespace fstune::loop_test
