// `fstune inspect` on real devices: says what is there and changes no byte.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.h"
#include "tests/loop/loop_device.h"

namespace fstune::loop_test {
namespace {

using testing::HasSubstr;

class InspectLoop : public LoopTest {};

nlohmann::json inspected(const std::vector<std::string>& arguments) {
    auto all = arguments;
    all.insert(all.begin(), "inspect");
    all.emplace_back("--json");
    const auto done = test::fstune(all);
    EXPECT_EQ(done.exit_code, 0) << done.err;
    return nlohmann::json::parse(done.out, nullptr, false);
}

// A DOS partition table with one partition: no tool is needed for 66 bytes.
void write_table(const std::string& file, std::uint32_t start, std::uint32_t sectors) {
    std::string entry(16, '\0');
    entry[4] = static_cast<char>(0x83);
    for (unsigned i = 0; i < 4; ++i) {
        entry[8 + i] = static_cast<char>(start >> (8 * i));
        entry[12 + i] = static_cast<char>(sectors >> (8 * i));
    }
    std::fstream disk(file, std::ios::in | std::ios::out | std::ios::binary);
    disk.seekp(446).write(entry.data(), 16);
    disk.seekp(510).write("\x55\xaa", 2);
}

TEST_F(InspectLoop, AnEmptyDeviceMayBeATarget) {
    const LoopDevice device(std::uint64_t{512} << 20);
    const auto json = inspected({device.path()});
    EXPECT_EQ(json["device"]["size_bytes"], 512 << 20);
    EXPECT_EQ(json["target"]["allowed"], "yes");
    EXPECT_TRUE(json["signatures"].empty());
    EXPECT_FALSE(json["geometry"].contains("stride"));
    EXPECT_FALSE(json["starting_points"].empty());
}

TEST_F(InspectLoop, TheToldRaidBecomesGeometry) {
    const LoopDevice device(std::uint64_t{512} << 20);
    const auto json = inspected({device.path(), "--raid", "6", "--disks", "8", "--chunk", "2048k"});
    EXPECT_EQ(json["geometry"]["stride"], 512);
    EXPECT_EQ(json["geometry"]["stripe_width"], 3072);
    EXPECT_EQ(test::fstune({"inspect", device.path(), "--raid", "6", "--disks", "3"}).exit_code, 2);
    EXPECT_EQ(test::fstune({"inspect", device.path(), "--disks", "3"}).exit_code, 2);
}

TEST_F(InspectLoop, APartitionTableNeedsConsentAndIsRead) {
    const fakes::TemporaryFolder folder;
    const auto file = folder.path() + "/disk";
    std::ofstream(file).close();
    std::filesystem::resize_file(file, std::uint64_t{512} << 20);
    write_table(file, 63, 400000);
    const LoopDevice device(file);
    // Told to the kernel by hand: not every kernel is built to read this table.
    run({"addpart", device.path(), "1", "63", "400000"});
    const auto json = inspected({device.path()});
    EXPECT_EQ(json["target"]["allowed"], "with-wipe");
    EXPECT_THAT(json["signatures"].dump(), HasSubstr("dos"));
    ASSERT_EQ(json["partitions"].size(), 1u);
    const auto partition = inspected({device.path() + "p1"});
    EXPECT_THAT(partition["device"]["description"].dump(), HasSubstr("partition"));
    EXPECT_EQ(partition["device"]["size_bytes"], 400000 * 512);
}

// Reads only, so nothing needs root but what the kernel keeps from others: what lies on the device.
TEST_F(InspectLoop, AnOrdinaryUserLearnsAllButWhatIsOnIt) {
    const LoopDevice device(std::uint64_t{512} << 20);
    // A copy that others may run, wherever the build lies.
    const fakes::TemporaryFolder folder;
    std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
    const auto program = folder.path() + "/fstune";
    std::filesystem::copy_file(FSTUNE_PROGRAM, program);
    const auto done = run({"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", program,
                           "inspect", "--json", device.path()});
    const auto json = nlohmann::json::parse(done.out, nullptr, false);
    ASSERT_FALSE(json.is_discarded()) << done.out << done.err;
    EXPECT_EQ(json["device"]["size_bytes"], 512 << 20);
    EXPECT_EQ(json["target"]["allowed"], "unknown");
    EXPECT_THAT(json["target"]["reason"].dump(), HasSubstr("ermi"));
    EXPECT_FALSE(json["starting_points"].empty());
}

TEST_F(InspectLoop, ChangesNoByte) {
    const LoopDevice device(std::uint64_t{64} << 20);
    run({"mkfs.ext4", "-q", "-F", device.path()});
    run({"sync", device.path()});
    const auto before = run({"sha256sum", device.file()}).out;
    EXPECT_EQ(inspected({device.path()})["signatures"][0], "ext4");
    EXPECT_EQ(run({"sha256sum", device.file()}).out, before);
}

}  // namespace
}  // namespace fstune::loop_test
