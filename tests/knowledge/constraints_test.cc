#include "knowledge/constraints.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "knowledge/catalogue.h"
#include "knowledge/command_lines.h"

namespace fstune::knowledge {
namespace {

constexpr std::int64_t kibi = 1024;

std::size_t broken(Configuration configuration, const std::vector<Parameter>& parameters = {}) {
    return broken_constraints(parameters, configuration).size();
}

std::vector<Parameter> on_device(const std::string& filesystem, std::uint64_t size) {
    SpaceRequest request;
    request.filesystems = {filesystem};
    request.device.size = size;
    request.device.queue.scheduler = "none";
    request.device.queue.schedulers = {"none", "mq-deadline"};
    request.device.queue.nr_requests = 128;
    request.also_unsearched = true;
    return applicable_parameters(request)->parameters;
}

TEST(Constraints, ADeviceWithoutRequestsHasNoNumberOfThem) {
    for (const bool has : {true, false}) {
        SpaceRequest request;
        request.filesystems = {"ext4"};
        request.device.size = std::uint64_t{1} << 40;
        request.device.queue.scheduler = "none";
        request.device.queue.schedulers = {"none"};
        request.device.queue.nr_requests = 128;
        request.device.queue.has_requests = has;
        const auto parameters = applicable_parameters(request)->parameters;
        EXPECT_EQ(std::ranges::count(parameters, "queue.nr_requests", &Parameter::name),
                  has ? 1 : 0);
    }
}

TEST(Constraints, HoldForDefaults) {
    for (const auto* filesystem : {"ext2", "ext3", "ext4", "xfs", "btrfs", "reiserfs"})
        EXPECT_EQ(broken({filesystem, {}}), 0u) << filesystem;
}

TEST(Constraints, ADirectoryBlockHoldsABlock) {
    EXPECT_EQ(broken({"xfs", {{"xfs.dir_block_size", 4 * kibi}, {"xfs.block_size", 8 * kibi}}}),
              1u);
    EXPECT_EQ(broken({"xfs", {{"xfs.dir_block_size", 8 * kibi}, {"xfs.block_size", 8 * kibi}}}),
              0u);
}

TEST(Constraints, AStripeHoldsWholeClusters) {
    // 12 blocks of 4 KiB are no multiple of 64 KiB; 48 are.
    const auto stripe = [](std::int64_t blocks) {
        return Configuration{"ext4",
                             {{"ext4.bigalloc", true},
                              {"ext4.cluster_size", 64 * kibi},
                              {"ext4.block_size", 4 * kibi},
                              {"ext4.stripe_width", blocks}}};
    };
    EXPECT_EQ(broken(stripe(12)), 1u);
    EXPECT_EQ(broken(stripe(48)), 0u);
    EXPECT_EQ(broken(stripe(0)), 0u) << "no stripe";
}

TEST(Constraints, WithoutClustersAStripeIsFree) {
    EXPECT_EQ(
        broken({"ext4", {{"ext4.block_size", 4 * kibi}, {"ext4.stripe_width", std::int64_t{12}}}}),
        0u);
}

TEST(Constraints, ReachAcrossStages) {
    EXPECT_EQ(broken({"xfs", {{"xfs.log_su", 256 * kibi}, {"xfs.logbsize", 64 * kibi}}}), 1u);
    EXPECT_EQ(broken({"xfs", {{"xfs.log_su", 256 * kibi}, {"xfs.logbsize", 256 * kibi}}}), 0u);
}

TEST(Constraints, ALogFitsIntoAnAllocationGroupOfThisDevice) {
    const Configuration configuration{
        "xfs", {{"xfs.log_size", std::int64_t{512}}, {"xfs.agcount", std::int64_t{8}}}};
    EXPECT_EQ(broken(configuration, on_device("xfs", std::uint64_t{2} << 30)), 1u);
    EXPECT_EQ(broken(configuration, on_device("xfs", std::uint64_t{64} << 30)), 0u);
    EXPECT_EQ(broken(configuration), 0u) << "no device is known";
}

TEST(Constraints, WithoutASchedulerTheDeviceLimitsRequests) {
    const auto parameters = on_device("xfs", std::uint64_t{2} << 30);
    const Value many = std::int64_t{512};
    EXPECT_EQ(broken({"xfs", {{"queue.nr_requests", many}}}, parameters), 1u);
    EXPECT_EQ(broken({"xfs", {{"queue.nr_requests", many}, {"queue.scheduler", "mq-deadline"}}},
                     parameters),
              0u);
}

TEST(Constraints, AStripeUnitNeedsAWidth) {
    EXPECT_EQ(broken({"xfs", {{"xfs.su", 64 * kibi}}}), 1u);
    EXPECT_EQ(broken({"xfs", {{"xfs.su", 64 * kibi}, {"xfs.sw", std::int64_t{4}}}}), 0u);
    EXPECT_EQ(broken({"xfs", {{"xfs.su", std::int64_t{0}}}}), 0u);
}

TEST(Constraints, StopACommandLineWithTheirReason) {
    const Configuration both{"xfs", {{"xfs.log_su", 256 * kibi}, {"xfs.logbsize", 32 * kibi}}};
    const auto lines = command_lines({}, both, "d", Purpose::probe);
    ASSERT_FALSE(lines);
    EXPECT_EQ(lines.error().code, ErrorCode::unsupported);
    EXPECT_NE(lines.error().message.find("log stripe unit"), std::string::npos);
}

}  // namespace
}  // namespace fstune::knowledge
