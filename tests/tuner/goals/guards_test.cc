#include "tuner/goals/guards.h"

#include <gmock/gmock.h>

namespace fstune::tuner {
namespace {

using testing::HasSubstr;

TEST(Guards, AreReadAndWrittenAsTyped) {
    for (const std::string text : {"write-amplification<=+10%", "rand-write>=-5%",
                                   "fragmentation<=+0%", "cpu<=+2.5%", "latency-p99<=-20%"}) {
        const auto guard = parse_guard(text);
        ASSERT_TRUE(guard) << guard.error().message;
        EXPECT_EQ(to_text(*guard), text);
    }
    const auto guard = parse_guard("write-amplification<=10%").value();
    EXPECT_EQ(guard.metric, "write_amplification");
    EXPECT_EQ(guard.workload, "");
    EXPECT_TRUE(guard.at_most);
    EXPECT_DOUBLE_EQ(guard.limit, 0.1);
    EXPECT_EQ(parse_guard("rand-write>=-5%").value().workload, "rand-write");
}

TEST(Guards, AllowUpToTheirLimit) {
    const auto most = parse_guard("space<=+10%").value();
    EXPECT_TRUE(most.allows(-0.5));
    EXPECT_TRUE(most.allows(0.1));
    EXPECT_FALSE(most.allows(0.11));
    const auto least = parse_guard("seq-read>=-5%").value();
    EXPECT_TRUE(least.allows(0.5));
    EXPECT_FALSE(least.allows(-0.06));
}

TEST(Guards, AMalformedOneIsAUsageErrorThatNamesIt) {
    for (const std::string text :
         {"", "write-amplification", "write-amplification=10%", "write-amplification<10%", "<=+10%",
          "write-amplification<=", "write-amplification<=10", "write-amplification<=%",
          "write-amplification<=+-10%", "write-amplification<=++10%", "write-amplification<=nan%",
          "write-amplification<=inf%", "write-amplification<=1e9%", "seq-write>=-100%",
          "write-amplification<=ten%", "write-amplifcation<=+10%", " space<=1%", "space<=1% "}) {
        const auto guard = parse_guard(text);
        ASSERT_FALSE(guard) << text;
        EXPECT_EQ(guard.error().code, ErrorCode::usage) << text;
        EXPECT_NE(guard.error().message.find("'" + text + "'"), std::string::npos)
            << guard.error().message;
    }
    EXPECT_NE(parse_guard("nosuch<=1%").error().message.find("fragmentation"), std::string::npos);
}

std::string impossible(const std::string& goal, const std::vector<std::string>& texts,
                       double min_gain = 0.02) {
    std::vector<Guard> guards;
    for (const auto& text : texts) guards.push_back(parse_guard(text).value());
    const auto possible = possible_together(guards, goal, min_gain);
    return possible ? "" : possible.error().message;
}

TEST(Guards, ThatForbidEveryGainAreRefusedAndOthersAreNot) {
    EXPECT_THAT(impossible("rand-write", {"rand-write<=0%"}), HasSubstr("more for the goal"));
    EXPECT_EQ(impossible("rand-write", {"rand-write<=+3%"}), "");
    EXPECT_THAT(impossible("rand-write", {"rand-write<=+3%"}, 0.05), HasSubstr("more"));
    EXPECT_EQ(impossible("rand-write", {"rand-write>=-5%", "seq-read<=0%"}), "");
    EXPECT_THAT(impossible("space", {"space>=0%"}), HasSubstr("less for the goal"));
    EXPECT_EQ(impossible("space", {"space>=-50%"}), "");
    EXPECT_EQ(impossible("space=1,db=1", {"space>=0%"}), "");
}

TEST(Guards, ThatExcludeEachOtherAreRefused) {
    EXPECT_THAT(impossible("db", {"space>=+5%", "space<=-5%"}), HasSubstr("nothing keeps both"));
    EXPECT_EQ(impossible("db", {"space<=+5%", "space>=-5%", "requests<=-50%"}), "");
}

TEST(Guards, NamesAreListedOnce) {
    const auto text = parse_guard("nothing<=0%").error().message;
    const auto first = text.find(" fragmentation,");
    ASSERT_NE(first, std::string::npos) << text;
    EXPECT_EQ(text.find("fragmentation", first + 2), std::string::npos) << text;
}

}  // namespace
}  // namespace fstune::tuner
