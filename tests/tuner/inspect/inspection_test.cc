// What inspect does with any device; its answers on real ones are in captured_test.cc.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/tuner/inspect/inspected.h"
#include "tuner/inspect/inspection_text.h"

namespace fstune::tuner {
namespace {

using knowledge::Stripe;
using testing::HasSubstr;

TEST(Inspect, TakesTheRaidThatIsTold) {
    const auto told =
        inspected("4kn", "", knowledge::RaidDescription{"6", 8, std::uint64_t{2} << 20, 2});
    EXPECT_EQ(told.geometry.stripe.value(), (Stripe{6, std::uint64_t{2} << 20}));
    bool ext4 = false, xfs = false;
    for (const auto& advice : told.advice) {
        ext4 |= advice.mkfs.find("stride=512,stripe_width=3072") != std::string::npos;
        xfs |= advice.mkfs.find("su=2097152,sw=6") != std::string::npos;
    }
    EXPECT_TRUE(ext4);
    EXPECT_TRUE(xfs);
}

TEST(Inspect, TextAndJsonAgree) {
    const auto inspection = inspected("md-raid6", "md6");
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
    const fakes::SysfsText machine("");
    EXPECT_FALSE(inspect({machine, machine.mounts, machine.devices}, "/dev/sda", {}, {}));
}

}  // namespace
}  // namespace fstune::tuner
