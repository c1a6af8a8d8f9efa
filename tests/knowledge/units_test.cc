#include "knowledge/units.h"

#include <gtest/gtest.h>

namespace fstune::knowledge {
namespace {

using namespace std::chrono_literals;

TEST(ParseSize, ReadsBinaryMultiples) {
    EXPECT_EQ(parse_size("4096").value(), 4096u);
    EXPECT_EQ(parse_size("64k").value(), 65536u);
    EXPECT_EQ(parse_size("2G").value(), 2147483648u);
    EXPECT_EQ(parse_size("1.5GiB").value(), 1610612736u);
    EXPECT_EQ(parse_size("0").value(), 0u);
}

TEST(ParseSize, RefusesWhatIsNotASize) {
    for (const auto* text : {"", "k", "-1", "2X", "2G2", "1e99", "nan", "9999999P", "2 G", "0x10"})
        EXPECT_FALSE(parse_size(text)) << text;
    EXPECT_NE(parse_size("2X").error().message.find("2X"), std::string::npos);
}

TEST(ParseDuration, ReadsSumsOfUnits) {
    EXPECT_EQ(parse_duration("90").value(), 90s);
    EXPECT_EQ(parse_duration("500ms").value(), 500ms);
    EXPECT_EQ(parse_duration("1h30m").value(), 90min);
}

TEST(ParseDuration, RefusesWhatIsNotATime) {
    for (const auto* text : {"", "m", "-5s", "10x", "inf"})
        EXPECT_FALSE(parse_duration(text)) << text;
}

TEST(ParseShare, ReadsPercentAndFraction) {
    EXPECT_DOUBLE_EQ(parse_share("2%").value(), 0.02);
    EXPECT_DOUBLE_EQ(parse_share("0.95").value(), 0.95);
    for (const auto* text : {"", "%", "-2%", "2", "two"}) EXPECT_FALSE(parse_share(text)) << text;
}

TEST(Format, RoundsForPeople) {
    EXPECT_EQ(format_size(2147483648u), "2 GiB");
    EXPECT_EQ(format_size(512), "512 B");
    EXPECT_EQ(format_duration(125s), "2 m 5 s");
    EXPECT_EQ(format_duration(850ms), "850 ms");
}

}  // namespace
}  // namespace fstune::knowledge
