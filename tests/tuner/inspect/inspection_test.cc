#include "tuner/inspect/inspection.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "probes/host/disk_files.h"
#include "tests/data_file.h"
#include "tests/fakes/sysfs_text.h"
#include "tests/fakes/temporary_folder.h"
#include "tuner/inspect/inspection_text.h"

namespace fstune::tuner {
namespace {

using knowledge::Stripe;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t kibi = 1024;

Inspection inspected(const std::string& tree, const std::string& name,
                     const std::optional<knowledge::RaidDescription>& told = {}) {
    const fakes::TemporaryFolder folder;
    const fakes::SysfsText machine(folder.path(), data_file("sysfs/" + tree + ".txt"));
    const probes::DiskFiles files(folder.path());
    auto inspection = inspect({files, machine.mounts, machine.devices}, "/dev/" + name, {}, told);
    EXPECT_TRUE(inspection) << (inspection ? "" : inspection.error().message);
    return inspection.value_or(Inspection{});
}

std::vector<std::string> codes(const Inspection& inspection) {
    std::vector<std::string> codes;
    for (const auto& warning : inspection.warnings) codes.push_back(warning.code);
    return codes;
}

struct Expected {
    const char *tree, *name;
    std::optional<Stripe> stripe;
};

TEST(Inspect, FindsTheStripeOfEachDevice) {
    for (const auto& [tree, name, stripe] : {
             Expected{"md-raid0", "md0", Stripe{4, 64 * kibi}},
             Expected{"md-raid1", "md1", std::nullopt},
             Expected{"md-raid5", "md7", Stripe{2, 512 * kibi}},
             Expected{"md-raid6", "md4", Stripe{6, 2048 * kibi}},
             Expected{"md-raid6-degraded", "md4", Stripe{6, 64 * kibi}},
             Expected{"md-raid10-near", "md2", Stripe{3, 64 * kibi}},
             Expected{"md-raid10-far", "md2", Stripe{6, 64 * kibi}},
             Expected{"lvm-over-raid5", "dm-0", Stripe{2, 512 * kibi}},
             Expected{"lvm-striped", "dm-0", Stripe{4, 64 * kibi}},
             Expected{"luks-over-raid10", "dm-1", Stripe{3, 512 * kibi}},
             Expected{"multipath", "dm-8", std::nullopt},
             Expected{"usb-bridge", "sdu", std::nullopt},
             Expected{"nvme", "nvme0n1", std::nullopt},
             Expected{"4kn", "sdk", std::nullopt},
             Expected{"512e-sector34", "sdx2", std::nullopt},
         }) {
        EXPECT_EQ(inspected(tree, name).geometry.stripe, stripe) << tree;
    }
}

TEST(Inspect, WarnsOfWorkInTheArray) {
    const auto resync = inspected("md-raid5", "md7");
    EXPECT_THAT(codes(resync), Contains("array-sync-running"));
    EXPECT_EQ(resync.target.answer, Target::Answer::no);
    EXPECT_THAT(codes(inspected("md-raid6-degraded", "md4")),
                testing::AllOf(Contains("array-sync-pending"), Contains("array-degraded")));
    const auto quiet = inspected("md-raid6", "md4");
    EXPECT_THAT(codes(quiet), Not(Contains(testing::StartsWith("array-"))));
    EXPECT_EQ(quiet.target.answer, Target::Answer::yes);
}

TEST(Inspect, MembersAndPathsAreNoTargets) {
    const auto member = inspected("md-raid6", "sda");
    EXPECT_EQ(member.target.answer, Target::Answer::no);
    EXPECT_THAT(member.holders, testing::ElementsAre("md4"));
    EXPECT_THAT(member.target.reason, Not(HasSubstr("--wipe")));
    EXPECT_THAT(inspected("multipath", "sda").target.reason, HasSubstr("/dev/mapper/mpathm"));
    EXPECT_EQ(inspected("multipath", "dm-8").target.answer, Target::Answer::yes);
}

TEST(Inspect, NotesSectorsBridgesAndMisalignment) {
    EXPECT_THAT(codes(inspected("4kn", "sdk")), Contains("4kn"));
    const auto usb = inspected("usb-bridge", "sdu");
    EXPECT_THAT(codes(usb),
                testing::AllOf(Contains("usb-bridge"), Contains("bogus-optimal-io-size")));
    EXPECT_EQ(usb.transport, "usb");
    EXPECT_EQ(usb.target.answer, Target::Answer::with_wipe);
    EXPECT_THAT(codes(inspected("512e-sector34", "sdx")), Contains("misaligned"));
    EXPECT_THAT(codes(inspected("512e-sector34", "sdx1")), Contains("misaligned"));
    EXPECT_THAT(codes(inspected("512e-sector34", "sdx2")), Not(Contains("misaligned")));
    EXPECT_THAT(codes(inspected("md-raid0", "sda")), Not(Contains("misaligned")));
}

TEST(Inspect, TakesTheRaidThatIsTold) {
    const auto told = inspected("4kn", "sdk", knowledge::RaidDescription{"6", 8, 2048 * kibi, 2});
    EXPECT_EQ(told.geometry.stripe.value(), (Stripe{6, 2048 * kibi}));
    bool ext4 = false, xfs = false;
    for (const auto& advice : told.advice) {
        ext4 |= advice.mkfs.find("stride=512,stripe_width=3072") != std::string::npos;
        xfs |= advice.mkfs.find("su=2097152,sw=6") != std::string::npos;
    }
    EXPECT_TRUE(ext4);
    EXPECT_TRUE(xfs);
}

TEST(Inspect, TextAndJsonAgree) {
    const auto inspection = inspected("md-raid6", "md4");
    const auto json = inspection_json(inspection);
    EXPECT_EQ(json["geometry"]["data_disks"], 6);
    EXPECT_EQ(json["geometry"]["stride"], 512);
    EXPECT_EQ(json["geometry"]["stripe_width"], 3072);
    EXPECT_EQ(json["geometry"]["su_bytes"], 2097152);
    EXPECT_EQ(json["target"]["allowed"], "yes");
    EXPECT_THAT(inspection_text(inspection), HasSubstr("stride 512, stripe_width 3072"));
    EXPECT_FALSE(inspection_json(inspected("nvme", "nvme0n1"))["geometry"].contains("sw"));
}

TEST(Inspect, ADeviceThatIsNotThereIsAnError) {
    const fakes::TemporaryFolder folder;
    const fakes::SysfsText machine(folder.path(), "");
    const probes::DiskFiles files(folder.path());
    EXPECT_FALSE(inspect({files, machine.mounts, machine.devices}, "/dev/sda", {}, {}));
}

}  // namespace
}  // namespace fstune::tuner
