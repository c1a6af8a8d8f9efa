#include "tuner/goals/guards.h"

#include <gtest/gtest.h>

namespace fstune::tuner {
namespace {

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

}  // namespace
}  // namespace fstune::tuner
