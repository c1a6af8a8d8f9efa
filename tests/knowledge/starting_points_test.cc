#include "knowledge/starting_points.h"

#include <gmock/gmock.h>

#include "knowledge/catalogue.h"

namespace fstune::knowledge {
namespace {

std::vector<Parameter> parameters_of(const std::string& filesystem) {
    auto parameters = catalogue(filesystem).value();
    const auto queue = catalogue("queue").value();
    parameters.insert(parameters.end(), queue.begin(), queue.end());
    return parameters;
}

const Stripe raid6{6, 2048 * 1024};

TEST(StartingPoints, GeometryComesFirstAndAlone) {
    const auto points =
        starting_points({"ext4", "seq-write", {}, {}, raid6}, parameters_of("ext4"));
    ASSERT_GE(points.size(), 2u);
    EXPECT_EQ(points[0].configuration.values,
              (std::map<std::string, Value>{{"ext4.stride", std::int64_t{512}},
                                            {"ext4.stripe_width", std::int64_t{3072}}}));
    EXPECT_GT(points[1].configuration.values.size(), 2u);
}

TEST(StartingPoints, XfsSpeaksSuAndSw) {
    const auto points = starting_points({"xfs", "seq-read", {}, {}, raid6}, parameters_of("xfs"));
    ASSERT_FALSE(points.empty());
    EXPECT_EQ(points[0].configuration.values.at("xfs.su"), Value{std::int64_t{2097152}});
    EXPECT_EQ(points[0].configuration.values.at("xfs.sw"), Value{std::int64_t{6}});
}

TEST(StartingPoints, ReadAheadIsNeverLessThanTheArrayHas) {
    const auto advised = [](std::int64_t has) {
        DeviceFacts device;
        device.queue.read_ahead_kb = has;
        const auto points =
            starting_points({"xfs", "seq-read", device, {}, raid6}, parameters_of("xfs"));
        return points.back().configuration.values.contains("queue.read_ahead_kb");
    };
    EXPECT_TRUE(advised(128));
    EXPECT_FALSE(advised(2 * 6 * 2048)) << "two full stripes, as the kernel sets it";
}

TEST(StartingPoints, EachValueHasItsReasonAndIsNoDefault) {
    for (const auto* filesystem : {"ext4", "xfs", "btrfs"})
        for (const auto* goal :
             {"seq-read", "seq-write", "rand-read", "rand-write", "create", "db"}) {
            const auto parameters = parameters_of(filesystem);
            for (const auto& point : starting_points({filesystem, goal, {}, {}, {}}, parameters)) {
                EXPECT_EQ(point.reasons.size(), point.configuration.values.size());
                for (const auto& parameter : parameters)
                    if (point.configuration.values.contains(parameter.name)) {
                        EXPECT_NE(point.configuration.values.at(parameter.name),
                                  parameter.default_value);
                    }
            }
        }
}

TEST(StartingPoints, OnlyWhatTheSpaceHas) {
    EXPECT_TRUE(starting_points({"ext4", "seq-read", {}, {}, raid6}, {}).empty());
    auto safe = parameters_of("btrfs");
    std::erase_if(safe, [](const Parameter& p) { return p.name == "btrfs.datacow"; });
    for (const auto& point : starting_points({"btrfs", "db", {}, {}, {}}, safe))
        EXPECT_FALSE(point.configuration.values.contains("btrfs.datacow"));
}

TEST(AdmitGeometry, AddsLevelsInOrder) {
    auto parameters = parameters_of("ext4");
    admit_geometry(raid6, parameters);
    for (const auto& parameter : parameters)
        if (parameter.name == "ext4.stripe_width") {
            const auto& levels = std::get<LevelsDomain>(parameter.domain).values;
            EXPECT_TRUE(std::ranges::is_sorted(levels));
            EXPECT_THAT(levels, testing::Contains(3072));
        }
}

}  // namespace
}  // namespace fstune::knowledge
