#include "knowledge/catalogue/versions.h"

#include <gtest/gtest.h>

#include "knowledge/catalogue.h"

namespace fstune::knowledge {
namespace {

MachineFacts machine(std::string kernel) {
    MachineFacts machine;
    machine.kernel = std::move(kernel);
    machine.tools = {{"mkfs.ext4", "1.47.0"}};
    return machine;
}

TEST(Versions, CompareNumbersNotLetters) {
    EXPECT_TRUE(too_old_for(machine("5.9.1"), "kernel 5.15"));
    EXPECT_FALSE(too_old_for(machine("5.15.0-rc1"), "kernel 5.15"));
    EXPECT_FALSE(too_old_for(machine("6.1.0-9-amd64"), "kernel 5.15"));
    EXPECT_FALSE(too_old_for(machine("6.1"), "mkfs.ext4 1.47.0"));
    EXPECT_TRUE(too_old_for(machine("6.1"), "mkfs.ext4 1.47.1"));
}

TEST(Versions, TheLastThatHasItStillHasIt) {
    EXPECT_FALSE(too_new_for(machine("4.18.20"), "kernel 4.18"));
    EXPECT_TRUE(too_new_for(machine("4.19"), "kernel 4.18"));
}

TEST(Versions, WhatIsNotKnownSaysNothing) {
    EXPECT_FALSE(too_old_for(machine(""), "kernel 5.15"));
    EXPECT_FALSE(too_old_for(machine("6.1"), "mkfs.odd 2"));
    EXPECT_FALSE(too_old_for(machine("6.1"), ""));
}

SpaceRequest xfs_on(const std::string& kernel) {
    SpaceRequest request;
    request.filesystems = {"xfs"};
    request.allowed = {Risk::safe, Risk::durability, Risk::compatibility};
    request.device.size = std::uint64_t{8} << 30;
    request.device.queue.schedulers = {"none"};
    request.device.queue.scheduler = "none";
    request.machine = machine(kernel);
    return request;
}

bool offers(const ApplicableParameters& space, const std::string& name, std::int64_t level) {
    for (const auto& parameter : space.parameters)
        if (const auto* levels = std::get_if<LevelsDomain>(&parameter.domain);
            levels != nullptr && parameter.name == name)
            for (const auto value : levels->values)
                if (value == level) return true;
    return false;
}

TEST(Versions, BlocksLargerThanAPageNeedAKernel) {
    EXPECT_FALSE(offers(*applicable_parameters(xfs_on("6.11")), "xfs.block_size", 16384));
    EXPECT_TRUE(offers(*applicable_parameters(xfs_on("6.12")), "xfs.block_size", 16384));
    EXPECT_TRUE(offers(*applicable_parameters(xfs_on("6.11")), "xfs.block_size", 2048));
}

TEST(Versions, ARemovedOptionIsNotOffered) {
    const auto left = applicable_parameters(xfs_on("6.18"))->left_out;
    bool told = false;
    for (const auto& one : left)
        told |= one.parameter == "xfs.barrier" && one.reason.find("4.18") != std::string::npos;
    EXPECT_TRUE(told);
}

TEST(Unfit, TellsWhatADeviceOrKernelCannotHave) {
    DeviceFacts device;
    device.size = std::uint64_t{256} << 20;
    EXPECT_NE(unfit("xfs", device, machine("6.18")).find("300 MiB"), std::string::npos);
    EXPECT_EQ(unfit("ext4", device, machine("6.18")), "");
    EXPECT_EQ(unfit("btrfs", device, machine("6.18")), "");
    EXPECT_NE(unfit("reiserfs", device, machine("6.18")), "");
    EXPECT_EQ(unfit("reiserfs", device, machine("6.1")), "");
    device.size = std::uint64_t{300} << 20;
    EXPECT_EQ(unfit("xfs", device, machine("6.18")), "");
}

}  // namespace
}  // namespace fstune::knowledge
