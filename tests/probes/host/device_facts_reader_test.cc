#include "probes/host/device_facts_reader.h"

#include <gmock/gmock.h>

#include "probes/host/disk_files.h"
#include "probes/host/posix_process.h"
#include "tests/fakes/sysfs_tree.h"
#include "tests/fakes/temporary_folder.h"

namespace fstune::probes {
namespace {

using testing::ElementsAre;

TEST(DeviceFacts, AreReadFromSysfs) {
    const fakes::TemporaryFolder folder;
    fakes::SysfsTree tree(folder.path());
    tree.add(nlohmann::json::parse(R"({"blockdevices": [
        {"name": "sda", "size": 1073741824, "serial": "S1", "wwn": "naa.5000",
         "children": [{"name": "sda1", "type": "part", "size": 1048576}]}]})"));
    const std::string queue = "/sys/class/block/sda/queue/";
    tree.write(queue + "logical_block_size", "4096\n");
    tree.write(queue + "optimal_io_size", "1572864\n");
    tree.write(queue + "scheduler", "none [mq-deadline] bfq \n");
    tree.write(queue + "rotational", "1\n");
    tree.write(queue + "read_ahead_kb", "4096\n");
    tree.write("/sys/class/block/sda/diskseq", "9\n");
    tree.write("/sys/class/block/sda/alignment_offset", "-1\n");
    const DiskFiles files(folder.path());

    const auto disk = read_device_facts(files, "sda");
    ASSERT_TRUE(disk);
    EXPECT_EQ(disk->size, 1073741824u);
    EXPECT_EQ(disk->serial, "S1");
    EXPECT_EQ(disk->wwn, "naa.5000");
    EXPECT_EQ(disk->diskseq, 9u);
    EXPECT_EQ(disk->alignment_offset, -1);
    EXPECT_EQ(disk->queue.logical_block_size, 4096u);
    EXPECT_EQ(disk->queue.optimal_io_size, 1572864u);
    EXPECT_EQ(disk->queue.scheduler, "mq-deadline");
    EXPECT_THAT(disk->queue.schedulers, ElementsAre("none", "mq-deadline", "bfq"));
    EXPECT_TRUE(disk->queue.rotational);

    const auto partition = read_device_facts(files, "sda1");
    ASSERT_TRUE(partition);
    EXPECT_EQ(partition->size, 1048576u);
    EXPECT_EQ(partition->serial, "S1");
    EXPECT_EQ(partition->queue.read_ahead_kb, 4096);
    EXPECT_FALSE(read_device_facts(files, "sdz"));
}

TEST(DeviceFacts, FindTheSerialWhereScsiKeepsIt) {
    const fakes::TemporaryFolder folder;
    fakes::SysfsTree tree(folder.path());
    tree.add(nlohmann::json::parse(R"({"blockdevices": [{"name": "sda"}]})"));
    tree.write("/sys/class/block/sda/device/vpd_pg80", std::string("\0\x80\0\x0c    WD-ABC12", 16));
    EXPECT_EQ(read_device_facts(DiskFiles(folder.path()), "sda")->serial, "WD-ABC12");
}

TEST(MachineFacts, NameKernelMemoryAndTools) {
    PosixProcess process;
    const auto facts = read_machine_facts(DiskFiles(), process);
    EXPECT_FALSE(facts.kernel.empty());
    EXPECT_GT(facts.memory, 0u);
    EXPECT_GE(facts.processors, 1);
    for (const auto& [tool, version] : facts.tools)
        EXPECT_THAT(version, testing::MatchesRegex("[0-9]+\\.[0-9.]+.*")) << tool;
    EXPECT_FALSE(facts.tools.empty());
}

}  // namespace
}  // namespace fstune::probes
